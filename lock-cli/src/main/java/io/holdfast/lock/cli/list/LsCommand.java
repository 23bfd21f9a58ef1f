package io.holdfast.lock.cli.list;

import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.cli.KindOption;
import io.holdfast.lock.cli.LockKind;
import io.holdfast.lock.cli.ServerOptions;
import io.holdfast.lock.cli.Terminal;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code holdfast ls}. */
@Command(
    name = "ls",
    description = "Lists the locks that are held: by whom, for how long yet, and how many wait.",
    sortOptions = false,
    footer = {
      "",
      "Looks at the keys by SCAN, which does not block the server; with --cluster, of every",
      "master. HOLDER is the label of a client (by default host/process id), or \"not a lock\" with",
      "the type of what stands in its place; TOKEN the first fencing token of its acquisition,",
      "LEASE LEFT how long the server keeps the lock without hearing from the holder. With --kind",
      "pool it lists pools of which permits are out: how many of how many, to how many holders, and",
      "the lease that ends first.",
      "",
      "Exit status:",
      "    0  done, also if no lock is held",
      "   64  the command line is wrong",
      "   69  the server cannot be reached, or refuses",
      "",
      "Examples:",
      "  holdfast ls",
      "  holdfast ls --redis redis://db.example:6379 --prefix shop",
      "  holdfast ls --porcelain | sort -t \"$(printf '\\t')\" -k5nr",
    })
public final class LsCommand implements Callable<Integer> {

  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Mixin private final KindOption kind = new KindOption();

  @Option(
      names = "--porcelain",
      description =
          "For scripts: no headings, tabs between the fields name, holder, milliseconds left, token,"
              + " number waiting; of a pool name, out/size, holders, milliseconds left, number"
              + " waiting.")
  private boolean porcelain;

  /** For {@link io.holdfast.lock.cli.Holdfast}. */
  public LsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    try (ServerView view = ServerView.open(server)) {
      LockKind its = kind.kind();
      List<Entry> entries = // without those that were released since their keys were found
          view.names(its).stream()
              .map(name -> view.look(its, name))
              .filter(Entry::isInUse)
              .toList();
      if (porcelain) {
        entries.forEach(entry -> terminal.out().println(Table.tabbed(entry)));
      } else if (entries.isEmpty()) {
        String none = kind.kind() == LockKind.POOL ? "no permit is out" : "no lock is held";
        terminal.say(none + " (prefix '" + server.prefix() + "')");
      } else {
        Table.aligned(entries).forEach(terminal.out()::println);
      }
      return ExitStatus.OK;
    }
  }
}
