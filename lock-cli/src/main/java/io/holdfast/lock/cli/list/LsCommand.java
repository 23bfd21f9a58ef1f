package io.holdfast.lock.cli.list;

import io.holdfast.lock.LockInspection;
import io.holdfast.lock.cli.ExitStatus;
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
      "Looks at the keys by SCAN, which does not block the server. HOLDER is the label of a",
      "client (by default host/process id), TOKEN the first fencing token of its acquisition,",
      "LEASE LEFT how long the server keeps the lock without hearing from the holder.",
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

  @Option(
      names = "--porcelain",
      description =
          "For scripts: no headings, tabs between the fields name, holder, milliseconds left, token,"
              + " number waiting.")
  private boolean porcelain;

  /** For {@link io.holdfast.lock.cli.Holdfast}. */
  public LsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    try (ServerView view = ServerView.open(server)) {
      List<LockInspection> locks =
          view.names().stream()
              .map(view::inspect)
              .filter(lock -> lock.holder().isPresent() || lock.queueLength() > 0)
              .toList();
      if (porcelain) {
        locks.forEach(lock -> terminal.out().println(Table.tabbed(lock)));
      } else if (locks.isEmpty()) {
        terminal.say("no lock is held (prefix '" + server.prefix() + "')");
      } else {
        Table.aligned(locks).forEach(terminal.out()::println);
      }
      return ExitStatus.OK;
    }
  }
}
