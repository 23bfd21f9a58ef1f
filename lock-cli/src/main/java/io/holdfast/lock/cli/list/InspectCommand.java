package io.holdfast.lock.cli.list;

import io.holdfast.lock.LockInspection;
import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.cli.ServerOptions;
import io.holdfast.lock.cli.Terminal;
import io.holdfast.lock.cli.TextConverter;
import io.holdfast.lock.cli.UsageException;
import io.holdfast.lock.cli.list.ServerView.WaitingClient;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code holdfast inspect}. */
@Command(
    name = "inspect",
    description = "Shows one lock: who holds it, for how long yet, and who waits.",
    sortOptions = false,
    footer = {
      "",
      "What it shows was true at one moment: for people, never for decisions.",
      "",
      "Exit status:",
      "    0  done, also if the lock is free",
      "   64  the command line is wrong",
      "   69  the server cannot be reached, or refuses",
      "",
      "Examples:",
      "  holdfast inspect nightly-report",
      "  HOLDFAST_REDIS=redis://:secret@db.example holdfast inspect order:42",
    })
public final class InspectCommand implements Callable<Integer> {

  private static final int LONGEST_LIST = 20;

  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Parameters(
      arity = "1",
      paramLabel = "NAME",
      converter = TextConverter.class,
      description = "The lock.")
  private String name = "";

  /** For {@link io.holdfast.lock.cli.Holdfast}. */
  public InspectCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    try (ServerView view = ServerView.open(server)) {
      LockInspection lock = inspect(view);
      List<WaitingClient> waiting = view.waiting(name, LONGEST_LIST);
      print(lock, waiting);
      return ExitStatus.OK;
    }
  }

  private LockInspection inspect(ServerView view) {
    try {
      return view.inspect(name);
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  private void print(LockInspection lock, List<WaitingClient> waiting) {
    PrintWriter out = terminal.out();
    out.println("lock        " + Table.printable(lock.lockName()));
    lock.holder()
        .ifPresentOrElse(
            holder -> {
              out.println("holder      " + holder.clientLabel());
              out.println("lease left  " + Table.seconds(holder.remaining()));
              out.println("token       " + holder.token());
            },
            () -> out.println("holder      none, it is free"));
    out.println("waiting     " + lock.queueLength());
    int place = 1;
    for (WaitingClient client : waiting) {
      out.println(
          "  %3d. %s, for %s".formatted(place++, client.label(), Table.seconds(client.since())));
    }
    if (lock.queueLength() > LONGEST_LIST) {
      out.println("  ... and " + (lock.queueLength() - LONGEST_LIST) + " more");
    }
  }
}
