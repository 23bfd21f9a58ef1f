package io.holdfast.lock.cli.list;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.cli.DurationConverter;
import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.cli.KindOption;
import io.holdfast.lock.cli.LockKind;
import io.holdfast.lock.cli.ServerOptions;
import io.holdfast.lock.cli.Style;
import io.holdfast.lock.cli.Terminal;
import io.holdfast.lock.cli.TextConverter;
import io.holdfast.lock.cli.UsageException;
import io.lettuce.core.RedisException;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdfast watch}. */
@Command(
    name = "watch",
    description =
        "Shows what is held, waited for and counted, a line each, and again every second; Ctrl-C"
            + " ends it.",
    sortOptions = false,
    footer = {
      "",
      "HOLDER is the label of a client (by default host/process id), HELD for how long that client",
      "has it, LEASE LEFT how long the server keeps it without hearing from the client, WAITING how",
      "many wait at the server. HAND-OVERS/S is over the last ten refreshes. Two refreshes show one",
      "hand-over at most, so with a + there may have been more. What threads of one client pass on",
      "among themselves is not seen by the server, and neither are the threads.",
      "",
      "A refresh costs the server at most ten steps of SCAN with a thousand keys each, one TIME, and",
      "two to four commands for each name it looks at: at most two names for each line of --limit.",
      "The lines of the last table come first; other names take turns. Therefore a new lock may",
      "appear some refreshes later, where there are more than 10000 keys or many names. --once looks",
      "at all keys.",
      "",
      "\"N of M shown\" counts the names in use. One that was not looked at counts until SCAN has",
      "passed all keys once more without finding it. While the server does not answer, the last",
      "table stays, marked as old.",
      "",
      "Where the output is not a terminal, tables follow one another. NO_COLOR=1 leaves colours out.",
      "",
      "Exit status:",
      "    0  done, after --once or --count, or because nobody reads the output any more",
      "   64  the command line is wrong",
      "   69  the server cannot be reached, or refuses, at the start or with --once",
      "  130  ended by Ctrl-C",
      "",
      "Examples:",
      "  holdfast watch",
      "  holdfast watch order: --interval 5s",
      "  holdfast watch --once --limit 20",
      "The longest queues first:",
      "  holdfast ls --all --porcelain | sort -t \"$(printf '\\t')\" -k6nr | head",
    })
public final class WatchCommand implements Callable<Integer> {

  private static final List<String> HEADINGS =
      List.of("KIND", "NAME", "HOLDER", "HELD", "LEASE LEFT", "WAITING", "HAND-OVERS/S");
  private static final int WORDS = 3;
  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofHours(1);
  private static final int MOST_LINES = 10_000;
  private static final int AROUND_LINES = 3; // two above, and the cursor below
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");

  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Mixin private final KindOption kind = new KindOption();

  @Option(
      names = {"-n", "--interval"},
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      defaultValue = "1s",
      description = "From one refresh to the next; 100ms to 1h. Default: ${DEFAULT-VALUE}")
  private Duration interval = Duration.ofSeconds(1);

  @Option(names = "--once", description = "One table, and the end; for pipes.")
  private boolean once;

  @Option(
      names = "--count",
      paramLabel = "NUMBER",
      description = "The number of tables after which it ends; at least 1.")
  private Optional<Integer> count = Optional.empty();

  @Option(
      names = "--limit",
      paramLabel = "LINES",
      description =
          "The largest number of lines, the first by name; 1 to 10000. Default: what fits on the"
              + " terminal; otherwise 100, with --once 10000")
  private Optional<Integer> limit = Optional.empty();

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME|PREFIX",
      converter = TextConverter.class,
      description = "Only names that begin with this.")
  private String prefix = "";

  /** For {@link io.holdfast.lock.cli.Holdfast}. */
  public WatchCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    requireBounds();
    Style style = once ? new Style(false, false) : Style.of(terminal);
    List<LockKind> kinds = kind.isSaid() ? List.of(kind.kind()) : List.of(LockKind.values());
    try (ServerView view = ServerView.openToWatch(server, PATIENCE)) {
      Watching watching = new Watching(view::look, view::serverMicros, view.scan(kinds, prefix));
      if (once) {
        Watching.Effort effort = Watching.Effort.ofOnlyLook(limit.orElse(MOST_LINES));
        table(watching.look(effort), style).forEach(terminal.out()::println);
      } else {
        watch(watching, style);
      }
      return ExitStatus.OK;
    }
  }

  private void requireBounds() {
    if (interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0) {
      throw new UsageException(
          "--interval %s ms: must be from 100 ms to 1 h".formatted(interval.toMillis()));
    }
    if (count.filter(number -> number < 1).isPresent()) {
      throw new UsageException("--count %s: must be at least 1".formatted(count.get()));
    }
    if (limit.filter(number -> number < 1 || number > MOST_LINES).isPresent()) {
      throw new UsageException(
          "--limit %s: must be from 1 to %s".formatted(limit.get(), MOST_LINES));
    }
  }

  private void watch(Watching watching, Style style) throws InterruptedException {
    if (style.isLive()) {
      terminal.out().print(style.clear());
    }
    TerminalSize size = new TerminalSize(style);
    List<String> last = look(watching, size, style); // what is wrong from the start ends it
    boolean isRead = show(last, style);
    Optional<String> awaySince = Optional.empty();
    for (int shown = 1; isRead && shown < count.orElse(Integer.MAX_VALUE); shown++) {
      TimeUnit.MILLISECONDS.sleep(interval.toMillis());
      String time = now();
      try {
        last = look(watching, size, style);
        awaySince = Optional.empty();
        isRead = show(last, style);
      } catch (LockServerException | RedisException e) { // it may come back
        awaySince = awaySince.or(() -> Optional.of(time));
        isRead = show(away(e, awaySince.orElse(time), last, size, style), style);
      }
    }
  }

  /**
   * Shows this.
   *
   * @return false if nobody reads it any more
   */
  private boolean show(List<String> lines, Style style) {
    if (style.isLive()) {
      terminal.out().print(style.screen(lines));
    } else {
      lines.forEach(terminal.out()::println);
      terminal.out().println();
    }
    return !terminal.out().checkError(); // flushes, too
  }

  private List<String> look(Watching watching, TerminalSize size, Style style) {
    int atMost = limit.orElseGet(() -> size.rows() - AROUND_LINES);
    Watching.Look look = watching.look(Watching.Effort.ofRefresh(atMost));
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s  %s of %s shown, prefix '%s'"
            .formatted(now(), look.lines().size(), look.known(), server.prefix()));
    lines.addAll(table(look, style));
    return lines;
  }

  /** The last table, marked as old. It has one line more above it, so the last one may go. */
  private List<String> away(
      Exception e, String since, List<String> last, TerminalSize size, Style style) {
    List<String> lines = new ArrayList<>();
    lines.add(
        style.wrong(
            "%s  the server does not answer since %s: %s"
                .formatted(now(), since, Table.printable(String.valueOf(e.getMessage())))));
    lines.add(style.wrong("old, from " + last.get(0)));
    lines.addAll(last.subList(1, last.size()));
    int atMost = limit.isPresent() ? lines.size() : size.rows() - 1;
    return lines.subList(0, Math.min(atMost, lines.size()));
  }

  private static String now() {
    return LocalTime.now(ZoneId.systemDefault()).format(CLOCK);
  }

  private static List<String> table(Watching.Look look, Style style) {
    List<List<String>> rows = new ArrayList<>(List.of(HEADINGS));
    look.lines().forEach(line -> rows.add(row(line, look.nowMicros())));
    List<String> aligned = Table.aligned(rows, WORDS);
    List<String> styled = new ArrayList<>(List.of(style.heading(aligned.get(0))));
    for (int i = 1; i < aligned.size(); i++) {
      styled.add(styled(aligned.get(i), look.lines().get(i - 1).entry(), style));
    }
    return styled;
  }

  private static String styled(String line, Entry entry, Style style) {
    if (entry instanceof Entry.Foreign) {
      return style.wrong(line);
    }
    return entry.waiting() > 0 ? style.busy(line) : line;
  }

  private static List<String> row(Watching.Line line, long nowMicros) {
    Entry entry = line.entry();
    String held = "-";
    String left = "-";
    if (entry instanceof Entry.Owned owned && owned.isHeld()) {
      held = owned.heldFor(nowMicros).map(Table::seconds).orElse("-");
      left = Table.seconds(owned.holders().get(0).remaining());
    }
    boolean hasOwners = entry instanceof Entry.Owned;
    return List.of(
        entry.kind().word(),
        Table.printable(entry.name()),
        Table.holders(entry),
        held,
        left,
        entry instanceof Entry.Foreign ? "-" : Integer.toString(entry.waiting()),
        hasOwners ? line.handOvers().perSecond() : "-");
  }
}
