package io.holdfast.lock.cli.list;

import io.holdfast.lock.LockInspection.Holder;
import io.holdfast.lock.ReadWriteInspection;
import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.cli.KindOption;
import io.holdfast.lock.cli.LockKind;
import io.holdfast.lock.cli.ServerOptions;
import io.holdfast.lock.cli.Terminal;
import io.holdfast.lock.cli.TextConverter;
import io.holdfast.lock.cli.list.Tickets.WaitingClient;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdfast inspect}. */
@Command(
    name = "inspect",
    description =
        "Shows one lock, pool, semaphore or latch: who holds it, for how long yet, and who waits.",
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
      "  holdfast inspect nightly-report --json | jq '.holders[0].leaseLeftMs'",
      "  HOLDFAST_REDIS=redis://:secret@db.example holdfast inspect order:42",
    })
public final class InspectCommand implements Callable<Integer> {

  private static final int LONGEST_LIST = 20;

  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Mixin private final KindOption kind = new KindOption();

  @Option(
      names = "--json",
      description =
          "For scripts: one JSON object (docs/command-line.md). Names stay, times are in"
              + " milliseconds. Of a read-write lock it is the side of --kind.")
  private boolean json;

  @Parameters(
      arity = "1",
      paramLabel = "NAME",
      converter = TextConverter.class,
      description = "The lock, or what else --kind says.")
  private String name = "";

  /** For {@link io.holdfast.lock.cli.Holdfast}. */
  public InspectCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    try (ServerView view = ServerView.open(server)) {
      LockKind its = kind.kind();
      Entry entry = view.lookAtOurs(its, name);
      List<WaitingClient> waiting = view.waiting(its, name, json ? Tickets.MOST : LONGEST_LIST);
      if (json) {
        terminal.out().println(new Json(view.serverMicros()).line(entry, waiting));
      } else if (entry instanceof Entry.Counted counted) {
        printCounted(counted, waiting);
      } else if (its == LockKind.POOL) {
        printPool((Entry.Owned) entry, waiting);
      } else {
        print((Entry.Owned) entry, view.inspectPair(its, name), waiting);
      }
      return ExitStatus.OK;
    }
  }

  private static void printHolder(
      String heading, String label, Duration remaining, long token, PrintWriter out) {
    out.println(heading + "      " + Table.printable(label));
    out.println("lease left  " + Table.seconds(remaining));
    out.println("token       " + token);
  }

  private static void printReader(Holder reader, PrintWriter out) {
    out.println(
        "       %s, lease left %s"
            .formatted(Table.printable(reader.clientLabel()), Table.seconds(reader.remaining())));
  }

  private void printCounted(Entry.Counted it, List<WaitingClient> waiting) {
    PrintWriter out = terminal.out();
    boolean isLatch = it.kind() == LockKind.LATCH;
    out.println((isLatch ? "latch       " : "semaphore   ") + Table.printable(it.name()));
    if (!it.isThere()) {
      out.println((isLatch ? "count       " : "size        ") + "none yet, nobody has used it");
    } else if (isLatch) {
      out.println("count       " + it.left() + " of " + it.size());
    } else {
      out.println("size        " + it.size());
      out.println("available   " + it.left());
    }
    printQueue(it.waiting(), waiting, out);
  }

  private void printPool(Entry.Owned pool, List<WaitingClient> waiting) {
    PrintWriter out = terminal.out();
    out.println("pool        " + Table.printable(pool.name()));
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
                            Table.label(holder),
                            holder.permits(),
                            Table.seconds(holder.remaining()))));
    printQueue(pool.waiting(), waiting, out);
  }

  private void print(
      Entry.Owned lock, Optional<ReadWriteInspection> pair, List<WaitingClient> waiting) {
    PrintWriter out = terminal.out();
    out.println("lock        " + Table.printable(lock.name()));
    if (pair.isPresent()) {
      pair.get()
          .writer()
          .ifPresentOrElse(
              writer ->
                  printHolder(
                      "writer", writer.clientLabel(), writer.remaining(), writer.token(), out),
              () -> out.println("writer      none"));
      out.println("readers     " + pair.get().readers().size());
      pair.get().readers().stream().limit(LONGEST_LIST).forEach(reader -> printReader(reader, out));
    } else {
      lock.holders().stream()
          .findFirst()
          .ifPresentOrElse(
              holder ->
                  printHolder(
                      "holder",
                      holder.clientLabel(),
                      holder.remaining(),
                      holder.token().orElseThrow(),
                      out),
              () -> out.println("holder      none, it is free"));
    }
    printQueue(lock.waiting(), waiting, out);
  }

  private static void printQueue(int length, List<WaitingClient> waiting, PrintWriter out) {
    out.println("waiting     " + length);
    int place = 1;
    for (WaitingClient client : waiting) {
      out.println(
          "  %3s. %s, for %s%s"
              .formatted(
                  place++,
                  Table.printable(client.label()),
                  Table.seconds(client.since()),
                  client.wishes()));
    }
    if (length > LONGEST_LIST) {
      out.println("  ... and " + (length - LONGEST_LIST) + " more");
    }
  }
}
