package io.holdfast.lock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.script.LuaScript.Source;
import io.holdfast.lock.core.verbs.LockScripts;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.resp.RespSubscriber;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.ScriptComparison;
import io.holdfast.lock.testkit.server.ScriptRun;
import io.holdfast.lock.testkit.server.ScriptRun.Case;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The fast paths to take and to end do what the whole scripts would do, in any state of the keys.
 */
@ExtendWith(RedisServerExtension.class)
class AtOnceIT {

  private static final LockScripts AT_ONCE = LockScripts.EXCLUSIVE;

  /** Keeps the scripts from their fast paths. */
  private static final LockScripts WHOLE =
      LockScripts.thin(
          file ->
              file.equals("take_thin.lua") || file.endsWith("_at_once.lua")
                  ? Source.beside(LuaScript.class).open(file)
                  : null);

  private static final String ME = "me-3/4.1@x~T_V-:7:1200000";
  private static final String OTHER = "other:3:1200000";
  private static final String LOCK = "l{x}";
  private static final String QUEUE = "q{x}";
  private static final String OF_ALL = "c{x}"; // the counter of the server

  /** Later than any clock: the next number is one more. */
  private static final String FAR = "-4000000000000000";

  private static final String LOCK_OF_ME =
      "HSET l{x} id me-3/4.1@x~T_V-:7:1200000 token 11 last 12";
  private static final String LOCK_OF_OTHER = "HSET l{x} id other:3:1200000 token 11 last 12";
  private static final String THIN_OF_ME = "SET l{x} 'me-3/4.1@x~T_V-:7:1200000 11'";
  private static final String THIN_OF_ME_LATER = "SET l{x} 'me-3/4.1@x~T_V-:7:1200000 19'";
  private static final String THIN_OF_OTHER = "SET l{x} 'other:3:1200000 11'";
  private static final String THIN_OF_FULL = "SET l{x} 'me-3/4.1@x~T_V-:7:1200000:full 11'";

  /** A member of the queue with a number above 0. */
  private static final Pattern TICKET = Pattern.compile("q\\{x\\} \\{.*=(?!-)[^,}]+[,}]");

  private static final List<String> COUNTER = List.of("", "ZADD q{x} " + FAR + " #seq");
  private static final List<String> COUNTERS =
      List.of("", COUNTER.get(1), "ZADD q{x} -1000000000000 #seq");
  private static final List<String> MINE =
      List.of(
          "",
          "ZADD q{x} -4000000000000001 " + ME,
          "ZADD q{x} 5 " + ME,
          "ZADD q{x} 4503599627370505 " + ME,
          "ZADD q{x} " + FAR + " +" + ME + ":full");
  private static final List<String> FIRST_IN_THE_QUEUE = List.of("", "ZADD q{x} 4 " + OTHER);
  private static final List<String> IN_THE_QUEUE =
      List.of(
          "ZADD q{x} 4 " + OTHER,
          "ZADD q{x} 4 " + OTHER + ":full",
          "ZADD q{x} 4 " + OTHER + " 6 third:9:1200000",
          "ZADD q{x} 4 " + OTHER + " 6 other:4:1200000",
          "ZADD q{x} 4503599627370500 " + OTHER,
          "ZADD q{x} 4 third:9:1200000");
  private static final List<String> PARKED =
      List.of("", "ZADD q{x} 4503599627370500 third:9:1200000:full");
  private static final List<String> DEBT = List.of("", "ZADD q{x} -9007199254740991 #dirty");
  private static final List<String> HEARD =
      List.of(
          "",
          "ZADD q{x} -4000000000000000 me-3/4.1@x~T_V- -4000000000000000 other -4000000000000000 third");
  private static final String HEARD_YEARS_AGO = "ZADD q{x} -1500000000000000 other";
  private static final List<String> LASTS = List.of("EXPIRE q{x} 43200"); // if it is there
  private static final String HAS_A_LEASE = "PEXPIRE l{x} 7200000";

  private RespClient server;
  private ScriptRun run;
  private RespSubscriber inbox;

  @BeforeEach
  void connect(@FreshServer RedisServer fresh) {
    server = fresh.admin();
    run = new ScriptRun(server, List.of(LOCK, QUEUE, OF_ALL));
    inbox =
        RespSubscriber.channels(
            fresh.uri(), "inbox:other", "inbox:me-3/4.1@x~T_V-"); // the third can not be told
  }

  @AfterEach
  void hangUp() {
    inbox.close();
  }

  /** The messages to the inbox since the last call. */
  private List<String> told() throws InterruptedException {
    return run.toldTo(inbox, "PUBLISH", "inbox:other");
  }

  private static List<String> question(String flags) {
    return List.of(ME, "1800000", flags, "86400", "inbox:");
  }

  @Test
  void acquire_whateverThereIs_isAnsweredAsByTheWholeScript() throws Exception {
    List<String> lock =
        List.of(
            "",
            LOCK_OF_ME,
            LOCK_OF_OTHER,
            THIN_OF_ME,
            THIN_OF_OTHER,
            "HSET l{x} something else",
            "SET l{x} text");
    List<List<String>> all =
        ScriptRun.combinations(
            List.of(lock, COUNTER, MINE, FIRST_IN_THE_QUEUE, PARKED, DEBT, HEARD, LASTS));
    ScriptRun inCluster = new ScriptRun(server, List.of(LOCK, QUEUE));
    try (ScriptComparison comparison = ScriptComparison.of(run);
        ScriptComparison withoutCounter = ScriptComparison.of(inCluster)) {
      for (List<String> before : all) {
        for (String flags : List.of("", "w", "r", "wc")) {
          assertAskedAlike(comparison, before, question(flags));
        }
        assertAskedAlike(withoutCounter, before, question("w"));
      }
    }
  }

  @Test
  void acquire_lockIsHeldForALease_isAnsweredAsByTheWholeScript() throws Exception {
    List<String> lock =
        List.of(
            LOCK_OF_ME,
            LOCK_OF_OTHER,
            THIN_OF_ME,
            THIN_OF_OTHER,
            "HSET l{x} id x token 1 last 2",
            "HSET l{x} id other:3:1200000 token 1",
            "HSET l{x} id other:3:1200000 last 2",
            "SET l{x} text");
    List<List<String>> all =
        ScriptRun.combinations(
            List.of(
                lock,
                List.of(HAS_A_LEASE),
                COUNTERS,
                MINE,
                PARKED,
                DEBT,
                List.of("", HEARD.get(1), HEARD_YEARS_AGO),
                LASTS));
    try (ScriptComparison comparison = ScriptComparison.of(run)) {
      for (List<String> before : all) {
        for (String flags : List.of("", "w", "wr", "wco")) {
          assertAskedAlike(comparison, before, question(flags));
        }
        List<String> withItsOldPlace =
            Stream.concat(question("w").stream(), Stream.of("77")).toList();
        assertAskedAlike(comparison, before, withItsOldPlace);
      }
    }
  }

  private static void assertAskedAlike(
      ScriptComparison comparison, List<String> before, List<String> arguments)
      throws InterruptedException {
    comparison.add(
        new Case(AT_ONCE.acquire().text(), before, arguments),
        new Case(WHOLE.acquire().text(), before, arguments),
        (atOnce, whole) -> assertAlike(atOnce.result(), whole.result(), arguments, before));
  }

  private static void assertAlike(
      String atOnce, String whole, List<String> arguments, List<String> before) {
    String inWords = inWords(atOnce);
    boolean isThin = isThin(inWords);
    assertThat(isThin ? timesOfLedger(inWords) : atOnce)
        .as("acquire with %s after %s", arguments, before)
        .isEqualTo(isThin ? thin(whole) : whole);
  }

  /** A thin hold without a ledger is answered by its first token. */
  private static String inWords(String result) {
    return result.replaceFirst("^now", "(ACQUIRED now now 0)");
  }

  /** Whether somebody has just got a thin hold. */
  private static boolean isThin(String result) {
    return result.startsWith("(ACQUIRED") && result.contains("l{x} '") && result.contains("c{x} '");
  }

  /**
   * What the whole script does, as a thin hold: one token and no block; no ledger if there was
   * none, and otherwise one that is not prolonged; and the counter is raised.
   */
  private static String thin(String whole) {
    String result =
        whole
            .replaceFirst("l\\{x\\} \\{id=(\\S+), last=\\S+, token=(\\S+)\\}", "l{x} '$1 $2'")
            .replaceFirst("(ACQUIRED 4000000000000001) \\d+", "$1 4000000000000008")
            .replaceFirst("#seq=-400000000000000\\d", "#seq=-4000000000000008")
            .replaceFirst("c\\{x\\} $", "c{x} 'now' for -1");
    return timesOfLedger(result);
  }

  private static String timesOfLedger(String result) {
    return result
        .replaceFirst("q\\{x\\} \\{#seq=-now\\} for \\d+ min", "q{x} ")
        .replaceFirst("(q\\{x\\} \\{.*\\}) for \\d+ min", "$1 for a time")
        .replaceFirst("c\\{x\\} '4000000000000001'", "c{x} 'now'");
  }

  private ScriptComparison ofReleases() {
    return ScriptComparison.of(run, inbox, "inbox:other");
  }

  @Test
  void release_whateverThereIs_doesWhatTheWholeScriptDoes() throws Exception {
    List<String> lock =
        List.of(
            "",
            LOCK_OF_ME,
            LOCK_OF_ME.replace(ME, ME + ":full"),
            LOCK_OF_OTHER,
            THIN_OF_ME,
            THIN_OF_FULL,
            THIN_OF_OTHER);
    List<List<String>> all =
        ScriptRun.combinations(
            List.of(lock, COUNTER, MINE, FIRST_IN_THE_QUEUE, PARKED, DEBT, HEARD, LASTS));
    try (ScriptComparison comparison = ofReleases()) {
      for (List<String> before : all) {
        for (String flags : List.of("c", "tc", "lc")) {
          for (String ids : List.of(ME, ME + " " + OTHER, ME + ":full")) {
            assertReleasedAlike(comparison, before, List.of(ids, flags, "86400", "inbox:"));
          }
        }
        assertReleasedAlike(
            comparison,
            before,
            List.of(ME, "c", "86400", "inbox:", "me-3/4.1@x~T_V-:8:1200000", "1800000"));
      }
    }
  }

  @Test
  void release_somebodyWaits_doesAndTellsWhatTheWholeScriptDoes() throws Exception {
    List<List<String>> all =
        ScriptRun.combinations(
            List.of(
                List.of(
                    LOCK_OF_ME,
                    LOCK_OF_OTHER,
                    THIN_OF_ME,
                    THIN_OF_OTHER,
                    "HSET l{x} id me-3/4.1@x~T_V-:7:1200000 token 11"),
                List.of(HAS_A_LEASE),
                COUNTERS,
                IN_THE_QUEUE,
                PARKED,
                DEBT,
                List.of("", HEARD.get(1), HEARD_YEARS_AGO)));
    try (ScriptComparison comparison = ofReleases()) {
      for (List<String> before : all) {
        for (String flags : List.of("", "o", "c", "t", "lc", "p", "oc")) {
          assertReleasedAlike(comparison, before, List.of(ME, flags, "86400", "inbox:"));
        }
      }
    }
  }

  @Test
  void endThin_whateverThereIs_doesWhatTheWholeReleaseDoesOrNothing() throws Exception {
    List<String> lock =
        List.of(
            "",
            LOCK_OF_ME,
            LOCK_OF_OTHER,
            THIN_OF_ME,
            THIN_OF_ME_LATER,
            THIN_OF_OTHER,
            THIN_OF_FULL);
    List<List<String>> all =
        ScriptRun.combinations(List.of(lock, COUNTER, MINE.subList(0, 2), HEARD, LASTS));
    AtomicInteger ended = new AtomicInteger();
    String end = AT_ONCE.endThin().orElseThrow().text();
    try (ScriptComparison comparison = ofReleases()) {
      for (List<String> before : all) {
        boolean isMine = before.contains(THIN_OF_ME);
        comparison.add(
            new Case(end, before, List.of(ME + " 11")),
            new Case(
                isMine ? WHOLE.release().text() : "return 0",
                before,
                List.of(ME, "c", "86400", "inbox:")),
            (atOnce, whole) -> {
              ended.addAndGet(isMine ? 1 : 0);
              assertThat(atOnce.result().replaceFirst("^1", "(RELEASED)"))
                  .as("end_thin after %s", before)
                  .isEqualTo(whole.result());
              assertThat(whole.told()).as("nobody waited: %s", before).isEmpty();
            });
      }
    }
    assertThat(ended).hasPositiveValue();
  }

  /** So the end of one looks at no queue. */
  @Test
  void everyScript_thatQueuesSomebody_makesAThinHoldAHash() {
    List<List<String>> all =
        ScriptRun.combinations(
            List.of(
                List.of(THIN_OF_ME, THIN_OF_OTHER),
                List.of("PEXPIRE l{x} 7200000"),
                COUNTER,
                MINE.subList(0, 2),
                HEARD,
                LASTS));
    String next = "me-3/4.1@x~T_V-:8:1200000";
    String client = "me-3/4.1@x~T_V-";
    List<Case> queueing =
        List.of(
            of(AT_ONCE.acquire(), ME, "1800000", "w", "86400", "inbox:"),
            of(AT_ONCE.acquire(), ME, "1800000", "wr", "86400", "inbox:"),
            of(AT_ONCE.acquire(), ME, "1800000", "wr", "86400", "inbox:", "77"),
            of(AT_ONCE.acquire(), next, "1800000", "w", "86400", "inbox:"),
            of(AT_ONCE.roll(), client, "", "86400", "inbox:", ME, "5", next, "7"),
            of(AT_ONCE.roll(), client, "", "86400", "inbox:", ME + ":full", "5", next, ""),
            of(AT_ONCE.release(), ME, "", "86400", "inbox:", next, "1800000"),
            of(AT_ONCE.await(), ME, "", "86400", "inbox:", next + ":full", "1800000"),
            of(AT_ONCE.await(), ME, "p", "86400", "inbox:", next + ":full", "1800000"),
            of(AT_ONCE.unpark(), next + ":full", "1800000", "", "86400", "inbox:"));
    int queued = 0;
    for (Case one : queueing) {
      for (List<String> before : all) {
        String result = run.of(one.text(), before, one.arguments());
        boolean hasTickets = result.contains("q{x}") && TICKET.matcher(result).find();
        queued += hasTickets ? 1 : 0;
        assertThat(hasTickets && result.contains("l{x} '"))
            .as("%s after %s: %s", one.arguments(), before, result)
            .isFalse();
      }
    }
    assertThat(queued).as("how often somebody was queued").isGreaterThan(all.size());
  }

  private static Case of(LuaScript script, String... arguments) {
    return new Case(script.text(), List.of(), List.of(arguments));
  }

  @Test
  void roll_lostLedger_beginsAboveTheCounter() {
    List<String> arguments = List.of("me-3/4.1@x~T_V-", "", "86400", "inbox:", ME, "5");
    assertThat(run.of(AT_ONCE.roll().text(), List.of("SET c{x} 4000000000000000"), arguments))
        .as("also the grant of the free lock")
        .startsWith("(4000000000000009 ");
  }

  private static void assertReleasedAlike(
      ScriptComparison comparison, List<String> before, List<String> arguments)
      throws InterruptedException {
    comparison.add(
        new Case(AT_ONCE.release().text(), before, arguments),
        new Case(WHOLE.release().text(), before, arguments),
        (atOnce, whole) ->
            assertThat(atOnce).as("release with %s after %s", arguments, before).isEqualTo(whole));
  }

  @Test
  void acquire_freeLockWithLedger_takesSevenCommands() {
    List<String> before = List.of("ZADD q{x} -1000000000000 #seq");
    assertThat(run.commandsOf(AT_ONCE.acquire().text(), before, question("w"))).isEqualTo(7);
  }

  @Test
  void acquire_freeLockWithoutLedger_takesFourCommands() {
    assertThat(run.commandsOf(AT_ONCE.acquire().text(), List.of(), question("w"))).isEqualTo(4);
  }

  @Test
  void endThin_nobodyWaits_takesTwoCommands() {
    String end = AT_ONCE.endThin().orElseThrow().text();
    assertThat(run.commandsOf(end, List.of(THIN_OF_ME), List.of(ME + " 11"))).isEqualTo(2);
  }

  @Test
  void release_nobodyWaits_takesFourCommands() {
    List<String> before = List.of("ZADD q{x} -1000000000000 #seq", LOCK_OF_ME);
    List<String> arguments = List.of(ME, "", "86400", "inbox:");
    assertThat(run.commandsOf(AT_ONCE.release().text(), before, arguments)).isEqualTo(4);
  }

  @Test
  void acquire_lockIsHeld_takesEightCommandsOrSevenIfHeardJustNow() {
    String counter = "ZADD q{x} -1000000000000 #seq";
    String acquire = AT_ONCE.acquire().text();
    List<String> before = List.of(counter, LOCK_OF_OTHER, HAS_A_LEASE);
    assertThat(run.commandsOf(acquire, before, question("w"))).isEqualTo(8);
    before = List.of(counter, HEARD.get(1), LOCK_OF_OTHER, HAS_A_LEASE);
    assertThat(run.commandsOf(acquire, before, question("w"))).isEqualTo(7);
  }

  @Test
  void release_oneWaits_takesTenCommands() {
    List<String> before =
        List.of("ZADD q{x} -1000000000000 #seq -4000000000000000 other 4 " + OTHER, LOCK_OF_ME);
    List<String> arguments = List.of(ME, "", "86400", "inbox:");
    assertThat(run.commandsOf(AT_ONCE.release().text(), before, arguments)).isEqualTo(10);
  }

  @Test
  void release_twoWait_takesTwelveCommandsAndGivesABlockOfTokens() throws Exception {
    List<String> before =
        List.of(
            "ZADD q{x} -1000000000000 #seq -4000000000000000 other",
            IN_THE_QUEUE.get(2),
            LOCK_OF_ME);
    List<String> arguments = List.of(ME, "", "86400", "inbox:");
    assertThat(run.commandsOf(AT_ONCE.release().text(), before, arguments)).isEqualTo(12);
    long first = server.number("HGET", LOCK, "token");
    assertThat(server.number("HGET", LOCK, "last")).isEqualTo(first + 1023);
    assertThat(told()).singleElement().asString().startsWith("granted " + OTHER);
  }

  /** The block that was drawn last may not be over yet. */
  @Test
  void acquire_counterIsSomeMicrosecondsOld_tokensAreBehindItsBlock() {
    String counter =
        """
        local time = redis.call('TIME')
        local first = string.format('%.0f', time[1] * 1000000 + time[2] + ARGV[1])
        redis.call('DEL', KEYS[1])
        redis.call('SET', KEYS[2], first)
        return tonumber(first)
        """;
    List<String> acquire = List.of("EVAL", AT_ONCE.acquire().text(), "3", LOCK, QUEUE, OF_ALL);
    List<List<String>> commands = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      String ahead = Integer.toString(i % 100);
      commands.add(List.of("EVAL", counter, "2", LOCK, OF_ALL, ahead));
      commands.add(Stream.concat(acquire.stream(), question("w").stream()).toList());
    }
    List<?> replies = server.pipeline(commands);
    for (int i = 0; i < replies.size(); i += 2) {
      Object token =
          replies.get(i + 1) instanceof List<?> several ? several.get(1) : replies.get(i + 1);
      assertThat((Long) token).isGreaterThan((Long) replies.get(i) + 7);
    }
  }

  @Test
  void acquire_counterIsAheadOfTheClock_drawsOneNumberAndNoBlock() {
    ScriptRun inCluster = new ScriptRun(server, List.of(LOCK, QUEUE));
    for (LockScripts scripts : List.of(AT_ONCE, WHOLE)) {
      assertThat(inCluster.of(scripts.acquire().text(), List.of(COUNTER.get(1)), question("")))
          .startsWith("(ACQUIRED 4000000000000001 4000000000000001 0)");
    }
  }

  @Test
  void acquire_freeLockWithoutCounter_drawsABlock() {
    ScriptRun inCluster = new ScriptRun(server, List.of(LOCK, QUEUE));
    for (LockScripts scripts : List.of(AT_ONCE, WHOLE)) {
      inCluster.of(scripts.acquire().text(), List.of(), question(""));
      long first = server.number("HGET", LOCK, "token");
      assertThat(server.number("HGET", LOCK, "last")).isEqualTo(first + 1023);
    }
  }

  /**
   * An acquisition that its client takes for the holder must get through: the first write takes no
   * memory.
   */
  @Test
  void acquire_askedAgainWhileMemoryIsFull_isAnswered() {
    List<String> before = List.of(COUNTER.get(1), "CONFIG SET maxmemory 1");
    assertThat(run.of(AT_ONCE.acquire().text(), before, question("wr"))).startsWith("(ACQUIRED");
  }

  /** It is reported, but only after the hold has ended. */
  @Test
  void release_queueOfAForeignType_endsTheHold() throws Exception {
    List<String> before = List.of(LOCK_OF_ME, "SET q{x} text");
    try (ScriptComparison comparison = ofReleases()) {
      assertReleasedAlike(comparison, before, List.of(ME, "c", "86400", "inbox:"));
    }
    assertThat(server.number("EXISTS", LOCK)).isZero();
  }
}
