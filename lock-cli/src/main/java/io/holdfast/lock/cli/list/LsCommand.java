package io.holdfast.lock.cli.list;

import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.cli.KindOption;
import io.holdfast.lock.cli.LockKind;
import io.holdfast.lock.cli.ServerOptions;
import io.holdfast.lock.cli.Style;
import io.holdfast.lock.cli.Terminal;
import io.holdfast.lock.cli.UsageException;
import io.holdfast.lock.core.deadlock.Deadlocks;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code holdfast ls}. */
@Command(
    name = "ls",
    description =
        "Lists the locks that are held: holder, time left of the lease, number of waiters.",
    sortOptions = false,
    footer = {
      "",
      "Looks at the keys by SCAN, which does not block the server; with --cluster, of every",
      "master. HOLDER is the label of a client (by default host/process id), or \"not a lock\" with",
      "the type of what stands in its place; TOKEN the first fencing token of its acquisition,",
      "LEASE LEFT how long the server keeps the lock without hearing from the holder. With --kind",
      "pool it lists pools of which permits are out: how many of how many, to how many holders, and",
      "the lease that ends first. Semaphores and latches are listed as long as they are there.",
      "",
      "Exit status:",
      "    0  done, also if no lock is held",
      "    1  with --deadlocks: there is one",
      "   64  the command line is wrong",
      "   69  the server cannot be reached, or refuses",
      "",
      "Examples:",
      "  holdfast ls",
      "  holdfast ls --all",
      "  holdfast ls --all --json | jq -r 'select(.waiting > 10) | .name'",
      "  holdfast ls --redis redis://db.example:6379 --prefix shop",
      "  holdfast ls --deadlocks || echo look at these processes",
      "  holdfast ls --porcelain | sort -t \"$(printf '\\t')\" -k5nr",
    })
public final class LsCommand implements Callable<Integer> {

  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Mixin private final KindOption kind = new KindOption();

  @Option(
      names = {"-a", "--all"},
      description = "All kinds in one table, with a column that says which.")
  private boolean all;

  @Option(
      names = "--deadlocks",
      description =
          "Threads that wait for each other's locks, of whatever kinds: in cycles, so that none of"
              + " them can go on. One line for each cycle; exit status 1 if there is one. A client"
              + " tells of a thread when it has waited for half of longWait: 15 s by default.")
  private boolean deadlocks;

  @Option(
      names = "--json",
      description =
          "For scripts: a JSON object a line, of the same schema as inspect has it"
              + " (docs/command-line.md). Names stay, times are in milliseconds.")
  private boolean json;

  @Option(
      names = "--porcelain",
      description =
          "For scripts: no headings, tabs between the fields name, holder, milliseconds left, token,"
              + " number waiting; of a pool name, out/size, holders, milliseconds left, number"
              + " waiting; of a semaphore or latch name, left/size, two empty fields, number waiting."
              + " With --all the kind stands before these.")
  private boolean porcelain;

  /** For {@link io.holdfast.lock.cli.Holdfast}. */
  public LsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (all && kind.isSaid()) {
      throw new UsageException(
          "--all and --kind %s: only one of them".formatted(kind.kind().word()));
    }
    if (json && porcelain) {
      throw new UsageException("--json and --porcelain: only one of them");
    }
    if (deadlocks && (all || kind.isSaid() || porcelain)) {
      throw new UsageException("--deadlocks: not with --all, --kind or --porcelain");
    }
    List<LockKind> kinds = all ? List.of(LockKind.values()) : List.of(kind.kind());
    try (ServerView view = ServerView.open(server)) {
      if (deadlocks) {
        return deadlocks(view.deadlocks(), new Json(view.serverMicros()));
      }
      List<Entry> entries = view.inUse(kinds);
      if (json) {
        Json lines = new Json(view.serverMicros());
        entries.forEach(entry -> terminal.out().println(lines.line(entry)));
      } else if (porcelain) {
        Function<Entry, String> line = all ? Table::tabbedWithKind : Table::tabbed;
        entries.forEach(entry -> terminal.out().println(line.apply(entry)));
      } else if (entries.isEmpty()) {
        terminal.say(nothing() + " (prefix '" + server.prefix() + "')");
      } else {
        List<String> lines = all ? Table.ofAllKinds(entries) : Table.aligned(entries);
        terminal.out().println(Style.of(terminal).heading(lines.get(0)));
        lines.stream().skip(1).forEach(terminal.out()::println);
      }
      return ExitStatus.OK;
    }
  }

  private int deadlocks(List<Deadlocks.Cycle> cycles, Json lines) {
    if (json) {
      cycles.forEach(cycle -> terminal.out().println(lines.line(cycle)));
    } else if (cycles.isEmpty()) {
      terminal.say("no deadlock is known (prefix '" + server.prefix() + "')");
    } else {
      cycles.forEach(
          cycle -> terminal.out().println("deadlock: " + Table.printable(cycle.toString())));
    }
    return cycles.isEmpty() ? ExitStatus.OK : ExitStatus.FAILED;
  }

  private String nothing() {
    if (all) {
      return "nothing is held, waited for or counted";
    }
    return switch (kind.kind()) {
      case LOCK, FAIR, READ, WRITE -> "no lock is held";
      case POOL -> "no permit is out";
      case SEMAPHORE, LATCH -> "there is no " + kind.kind().noun();
    };
  }
}
