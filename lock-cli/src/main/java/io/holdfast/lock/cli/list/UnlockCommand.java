package io.holdfast.lock.cli.list;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.cli.KindOption;
import io.holdfast.lock.cli.LockKind;
import io.holdfast.lock.cli.ServerOptions;
import io.holdfast.lock.cli.Terminal;
import io.holdfast.lock.cli.TextConverter;
import io.holdfast.lock.cli.UsageException;
import io.holdfast.lock.core.gate.Revocable.Held;
import io.lettuce.core.RedisCommandExecutionException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdfast unlock}. */
@Command(
    name = "unlock",
    description =
        "Takes a lock away from its holder: shows who that is, asks, and frees the lock for the"
            + " next in the queue.",
    sortOptions = false,
    footer = {
      "",
      "For a lock whose holder is stuck, or is on a machine that is gone. The holder is told, but",
      "until it hears of it two may be at work: a resource that checks the fencing token is safe.",
      "",
      "It frees only what it has shown. If the holder lets go in between and another gets the",
      "lock, that one keeps it, and the exit status is 80. Every thread of one client shares its",
      "acquisition of a plain lock, so HOLDER names a client and not a thread.",
      "",
      "With --kind read it frees the entries of all readers that it shows, with --kind pool all",
      "permits that are out; --holder picks one client. A pool keeps its size.",
      "",
      "Without a terminal it asks nobody and frees nothing, unless --force says so.",
      "",
      "Exit status:",
      "    0  freed, or nobody held it",
      "    1  the answer was not yes; nothing was freed",
      "   64  the command line is wrong, or there is no terminal to ask at and no --force",
      "   69  the server cannot be reached, or refuses, or has something else in the lock's place;",
      "       if it has not answered, the lock may or may not be free: look, or try again",
      "   80  a holder that was shown or named no longer holds it; nobody else lost anything",
      "",
      "Examples:",
      "  holdfast unlock nightly-report",
      "  holdfast unlock nightly-report --force --holder web-3/4711",
      "  holdfast unlock order:42 --force --token 1796512345678901    # as inspect has shown it",
      "  holdfast unlock gpu --kind pool --holder web-3/4711",
    })
public final class UnlockCommand implements Callable<Integer> {

  private static final String WARNING =
      "Until its holder hears of it, two may be at work. Free it? [y/N] ";

  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Mixin private final KindOption kind = new KindOption();

  @Option(
      names = {"-f", "--force"},
      description = "Ask nothing.")
  private boolean force;

  @Option(
      names = "--holder",
      paramLabel = "LABEL",
      converter = TextConverter.class,
      description = "Free it only from the client of this label, as ls and inspect show it.")
  private Optional<String> label = Optional.empty();

  @Option(
      names = "--token",
      paramLabel = "NUMBER",
      description =
          "Free it only if this is the token that ls and inspect show. Not with --kind read or"
              + " pool: readers and permits have no token of their own.")
  private Optional<Long> token = Optional.empty();

  @Parameters(
      arity = "1",
      paramLabel = "NAME",
      converter = TextConverter.class,
      description = "The lock, or the pool.")
  private String name = "";

  /** For {@link io.holdfast.lock.cli.Holdfast}. */
  public UnlockCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    LockKind its = kind.kind();
    if (!its.hasOwners()) {
      throw new UsageException(
          "--kind %s: a %s has no owner, so there is nothing to free"
              .formatted(its.word(), its.noun()));
    }
    if (token.isPresent() && hasNoToken(its)) {
      throw new UsageException(
          "--token %s: a holder of --kind %s has no token of its own; use --holder"
              .formatted(token.get(), its.word()));
    }
    if (!force && terminal.person().isEmpty()) {
      throw new UsageException(
          "unlock '%s': no terminal to ask at; --force frees it unasked".formatted(printable()));
    }
    try (ServerView view = ServerView.open(server)) {
      Entry.Owned seen = (Entry.Owned) view.lookAtOurs(its, name);
      if (seen.holders().isEmpty()) {
        terminal.out().println(title() + " is free: nobody holds it" + elsewhere(view));
        return ExitStatus.OK;
      }
      List<Held> chosen = seen.holders().stream().filter(this::isMeant).toList();
      if (chosen.isEmpty()) {
        terminal.say(
            "%s: nothing was freed, it is held by %s".formatted(title(), labels(seen.holders())));
        return ExitStatus.CHANGED;
      }
      terminal.out().println(nameColumn() + printable());
      chosen.forEach(this::show);
      terminal.out().println("waiting     " + seen.waiting());
      if (!force && !isConfirmed()) {
        terminal.say(title() + ": nothing was freed");
        return ExitStatus.FAILED;
      }
      return free(view, chosen);
    }
  }

  private int free(ServerView view, List<Held> chosen) {
    int status = ExitStatus.OK;
    for (Held holder : chosen) {
      if (view.free(kind.kind(), name, holder)) {
        terminal.out().println("freed %s: taken from %s".formatted(title(), describe(holder)));
      } else {
        terminal.say(
            "%s: nothing was freed, %s has let go meanwhile (%s)"
                .formatted(title(), describe(holder), now(view)));
        status = ExitStatus.CHANGED;
      }
    }
    return status;
  }

  private boolean isMeant(Held holder) {
    return label.map(holder.clientLabel()::equals).orElse(true)
        && token.map(wanted -> holder.token().getAsLong() == wanted).orElse(true);
  }

  private boolean isConfirmed() {
    String answer = terminal.person().flatMap(person -> person.apply(WARNING)).orElse("");
    return List.of("y", "yes").contains(answer.strip().toLowerCase(Locale.ROOT));
  }

  private void show(Held holder) {
    Holder who = Holder.of(holder.clientLabel());
    terminal.out().println("holder      " + Table.label(holder));
    who.host().ifPresent(host -> terminal.out().println("host        " + Table.printable(host)));
    who.process().ifPresent(process -> terminal.out().println("process     " + process));
    terminal.out().println("lease left  " + Table.seconds(holder.remaining()));
    if (kind.kind() == LockKind.POOL) {
      terminal.out().println("permits     " + holder.permits());
    } else if (!hasNoToken(kind.kind())) {
      terminal.out().println("token       " + holder.token().getAsLong());
    }
  }

  /** Locks of other kinds that have this name are other locks. */
  private String elsewhere(ServerView view) {
    String others =
        Arrays.stream(LockKind.values())
            .filter(other -> other != kind.kind() && other.hasOwners())
            .filter(other -> isHeld(view, other))
            .map(other -> "--kind " + other.word())
            .collect(Collectors.joining(", "));
    return others.isEmpty() ? "" : " (but there is one that is held: " + others + ")";
  }

  /**
   * As far as it can be said: it is a hint, and other kinds may need rights that this one does not.
   */
  private boolean isHeld(ServerView view, LockKind other) {
    try {
      return view.look(other, name) instanceof Entry.Owned it && it.isHeld();
    } catch (LockServerException | RedisCommandExecutionException e) {
      return false;
    }
  }

  private String describe(Held holder) {
    if (kind.kind() == LockKind.POOL) {
      return "%s, %s permits".formatted(Table.label(holder), holder.permits());
    }
    return hasNoToken(kind.kind())
        ? Table.label(holder)
        : "%s, token %s".formatted(Table.label(holder), holder.token().getAsLong());
  }

  private String now(ServerView view) {
    List<Held> holders = ((Entry.Owned) view.lookAtOurs(kind.kind(), name)).holders();
    return holders.isEmpty() ? "it is free now" : "held by " + labels(holders) + " now";
  }

  private String labels(List<Held> holders) {
    return holders.stream().map(this::describe).collect(Collectors.joining("; "));
  }

  private static boolean hasNoToken(LockKind kind) {
    return kind == LockKind.READ || kind == LockKind.POOL;
  }

  private String nameColumn() {
    return kind.kind() == LockKind.POOL ? "pool        " : "lock        ";
  }

  private String title() {
    return kind.kind().noun() + " '" + printable() + "'";
  }

  private String printable() {
    return Table.printable(name);
  }
}
