package io.holdfast.lock.cli.list;

import io.holdfast.lock.LockInspection;
import io.holdfast.lock.LockInspection.Holder;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.PoolInspection;
import io.holdfast.lock.ReadWriteInspection;
import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.cli.KindOption;
import io.holdfast.lock.cli.ServerOptions;
import io.holdfast.lock.cli.Terminal;
import io.holdfast.lock.cli.TextConverter;
import io.holdfast.lock.cli.UsageException;
import io.holdfast.lock.cli.list.ServerView.WaitingClient;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code holdfast inspect}. */
@Command(
    name = "inspect",
    description =
        "Shows one lock, or pool of permits: who holds it, for how long yet, and who waits.",
    sortOptions = false,
    footer = {
      "",
      "What it shows was true at one moment: for people, never for decisions.",
      "",
      "Exit status:",
      "    0  done, also if the lock is free",
      "   64  the command line is wrong",
      "   69  the server cannot be reached, or refuses, or has something else in the lock's place",
      "",
      "Examples:",
      "  holdfast inspect nightly-report",
      "  HOLDFAST_REDIS=redis://:secret@db.example holdfast inspect order:42",
    })
public final class InspectCommand implements Callable<Integer> {

  private static final int LONGEST_LIST = 20;

  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Mixin private final KindOption kind = new KindOption();

  @Parameters(
      arity = "1",
      paramLabel = "NAME",
      converter = TextConverter.class,
      description = "The lock, or the pool.")
  private String name = "";

  /** For {@link io.holdfast.lock.cli.Holdfast}. */
  public InspectCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    try (ServerView view = ServerView.open(server, kind.kind())) {
      Entry entry = inspect(view);
      List<WaitingClient> waiting = view.waiting(name, LONGEST_LIST);
      if (entry instanceof Entry.Pool pool) {
        print(pool.state(), waiting);
      } else {
        print(((Entry.Lock) entry).state(), view.inspectPair(name), waiting);
      }
      return ExitStatus.OK;
    }
  }

  private static void printWriter(
      Optional<Holder> one, String heading, String none, PrintWriter out) {
    one.ifPresentOrElse(
        holder -> {
          out.println(heading + holder.clientLabel());
          out.println("lease left  " + Table.seconds(holder.remaining()));
          out.println("token       " + holder.token());
        },
        () -> out.println(heading + none));
  }

  private static void printReader(Holder reader, PrintWriter out) {
    out.println(
        "       %s, lease left %s"
            .formatted(reader.clientLabel(), Table.seconds(reader.remaining())));
  }

  private Entry inspect(ServerView view) {
    Entry entry;
    try {
      entry = view.look(name);
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
    if (entry instanceof Entry.Foreign foreign) {
      throw new LockServerException(
          "Key '%s' is %s: something else has put it there"
              .formatted(Table.printable(foreign.key()), foreign.description()),
          null);
    }
    return entry;
  }

  private void print(PoolInspection pool, List<WaitingClient> waiting) {
    PrintWriter out = terminal.out();
    out.println("pool        " + Table.printable(pool.poolName()));
    out.println("size        " + (pool.size() > 0 ? pool.size() : "none yet, nobody has used it"));
    out.println("available   " + pool.available());
    out.println("holders     " + pool.holders().size());
    pool.holders().stream()
        .limit(LONGEST_LIST)
        .forEach(
            holder ->
                out.println(
                    "       %s, %s permits, lease left %s"
                        .formatted(
                            holder.clientLabel(),
                            holder.permits(),
                            Table.seconds(holder.remaining()))));
    printQueue(pool.queueLength(), waiting, out);
  }

  private void print(
      LockInspection lock, Optional<ReadWriteInspection> pair, List<WaitingClient> waiting) {
    PrintWriter out = terminal.out();
    out.println("lock        " + Table.printable(lock.lockName()));
    if (pair.isPresent()) {
      printWriter(pair.get().writer(), "writer      ", "none", out);
      out.println("readers     " + pair.get().readers().size());
      pair.get().readers().stream().limit(LONGEST_LIST).forEach(reader -> printReader(reader, out));
    } else {
      printWriter(lock.holder(), "holder      ", "none, it is free", out);
    }
    printQueue(lock.queueLength(), waiting, out);
  }

  private static void printQueue(int length, List<WaitingClient> waiting, PrintWriter out) {
    out.println("waiting     " + length);
    int place = 1;
    for (WaitingClient client : waiting) {
      out.println(
          "  %3s. %s, for %s%s"
              .formatted(place++, client.label(), Table.seconds(client.since()), client.wishes()));
    }
    if (length > LONGEST_LIST) {
      out.println("  ... and " + (length - LONGEST_LIST) + " more");
    }
  }
}
