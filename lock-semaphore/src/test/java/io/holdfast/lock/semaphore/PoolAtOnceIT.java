package io.holdfast.lock.semaphore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The fast paths take, queue, release and grant what the whole scripts would. */
@ExtendWith(RedisServerExtension.class)
class PoolAtOnceIT {

  private static final LockScripts AT_ONCE = LockScripts.shared(scripts(), Optional.empty());

  /** Keeps the scripts from their fast paths. */
  private static final LockScripts WHOLE =
      LockScripts.shared(
          nothing("take").or(nothing("queue")).or(nothing("end")).or(nothing("hand")).or(scripts()),
          Optional.empty());

  private static final String ME = "me~:7:1200000p1";
  private static final String LARGE = "me~:7:1200000p2";
  private static final String OTHER = "other~:3:1200000p1";

  /** It is told as 40 min for the next nine minutes. */
  private static final String LATER =
      Long.toString(System.currentTimeMillis() + Duration.ofMinutes(44).toMillis());

  private static final String OVER =
      Long.toString(System.currentTimeMillis() - Duration.ofMinutes(20).toMillis());

  /** Later than any clock: the next number is one more. */
  private static final String FAR = "-4000000000000000";

  private static final List<String> SIZE =
      List.of(
          "",
          "HSET l{x} size 2 pool 1",
          "HSET l{x} size 1 pool 1",
          "HSET l{x} size 2 pool 1 several 1",
          "HSET l{x} size 2", // of another client
          "HSET l{x} something else",
          "SET l{x} text");
  private static final List<String> ENTRY_OF_OTHER =
      List.of(
          "",
          "ZADD e{x} " + LATER + " " + OTHER,
          "ZADD e{x} " + LATER + " " + OTHER.replace("p1", "p2"),
          "ZADD e{x} " + OVER + " " + OTHER,
          "SET e{x} text");
  private static final List<String> COUNTER = List.of("", "ZADD q{x} " + FAR + " #seq");
  private static final List<String> FIRST_IN_THE_QUEUE =
      List.of("", "ZADD q{x} 4 " + OTHER.replace("3", "4"));
  private static final List<String> HEARD =
      List.of("", "ZADD q{x} %s me~ %s other~".formatted(FAR, FAR));

  private static final String ENTRY_OF_ME = "ZADD e{x} " + LATER + " " + ME;
  private static final String HEARD_A_WHILE_AGO =
      "ZADD q{x} -%d other~"
          .formatted(
              ChronoUnit.MICROS.between(
                  Instant.EPOCH, Instant.now().minus(Duration.ofMinutes(10))));
  private static final String HEARD_YEARS_AGO = "ZADD q{x} -1500000000000000 other~";

  /** A draw of such a number trims old members. */
  private static final String DRAWS_A_16TH = "ZADD q{x} -3999999999999999 #seq";

  private static final String THIRD = "third~:9:1200000p1";
  private static final List<String> IN_THE_QUEUE =
      List.of(
          "ZADD q{x} 4 " + OTHER,
          "ZADD q{x} 4 " + OTHER.replace("p1", "p2"),
          "ZADD q{x} 4 " + OTHER + " 6 " + THIRD,
          "ZADD q{x} 4 " + OTHER + " 6 other~:4:1200000p1",
          "ZADD q{x} 4 " + OTHER + " 6 other~:4:1200000p1 7 other~:5:1200000p1 8 " + THIRD,
          "ZADD q{x} 4 " + OTHER + " 6 other~:4:1200000p2",
          "ZADD q{x} 4503599627370500 " + OTHER,
          "ZADD q{x} 4 " + OTHER + " 4503599627370500 " + THIRD,
          "ZADD q{x} 4 " + THIRD);

  private RespClient server;
  private ScriptRun run;
  private RespSubscriber inbox;

  private static Source scripts() {
    return file -> Semaphores.class.getResourceAsStream("pool/" + file);
  }

  private static Source nothing(String verb) {
    byte[] text =
        "local function %s_at_once() return nil end"
            .formatted(verb)
            .getBytes(StandardCharsets.UTF_8);
    return file -> file.equals(verb + "_at_once.lua") ? new ByteArrayInputStream(text) : null;
  }

  @BeforeEach
  void connect(@FreshServer RedisServer fresh) {
    server = fresh.admin();
    run = new ScriptRun(server, List.of("l{x}", "q{x}", "e{x}"));
    inbox = RespSubscriber.channels(fresh.uri(), "inbox:other~", "inbox:me~"); // none of the third
  }

  @AfterEach
  void hangUp() {
    inbox.close();
  }

  /** The messages to the inbox since the last call. */
  private List<String> told() throws InterruptedException {
    return run.toldTo(inbox, "PUBLISH", "inbox:other~");
  }

  /** The state of this id: its entry, and its members of the queue. */
  private static List<List<String>> everything(String id) {
    List<String> entry =
        List.of("", "ZADD e{x} " + LATER + " " + id, "ZADD e{x} " + OVER + " " + id);
    List<String> queued = List.of("", "ZADD q{x} -4000000000000001 " + id, "ZADD q{x} 5 " + id);
    return ScriptRun.combinations(
            List.of(SIZE, ENTRY_OF_OTHER, COUNTER, FIRST_IN_THE_QUEUE, HEARD, queued, entry))
        .stream()
        .filter(
            before ->
                !before.contains("SET e{x} text")
                    || before.stream().noneMatch(one -> one.startsWith("ZADD e{x}")))
        .toList();
  }

  private static List<String> question(String id, String flags) {
    return List.of(id, "1800000", flags, "86400", "inbox:", "", "2");
  }

  @Test
  void acquire_whateverThereIs_isAnsweredAsByTheWholeScript() throws Exception {
    try (ScriptComparison comparison = ScriptComparison.of(run)) {
      for (String id : List.of(ME, LARGE)) {
        for (List<String> before : everything(id)) {
          for (String flags : List.of("", "wc")) {
            assertAskedAlike(comparison, before, question(id, flags));
          }
        }
      }
    }
  }

  @Test
  void acquire_allAreOut_isAnsweredAsByTheWholeScript() throws Exception {
    List<String> out =
        List.of(
            "ZADD e{x} " + LATER + " " + OTHER,
            "ZADD e{x} " + LATER + " " + OTHER + " " + OVER + " over~:2:1200000p1",
            "ZADD e{x} " + LATER + " " + OTHER + " " + LATER + " " + THIRD,
            "ZADD e{x} " + LATER + " " + OTHER + " " + LATER + " " + ME);
    List<List<String>> all =
        ScriptRun.combinations(
            List.of(
                List.of("HSET l{x} size 1 pool 1", "HSET l{x} size 0 pool 1"),
                out,
                List.of(
                    "", "ZADD q{x} " + FAR + " #seq", DRAWS_A_16TH + " -1500000000000000 other~"),
                List.of("", "ZADD q{x} 4 " + THIRD),
                List.of("", "ZADD q{x} -4000000000000001 " + ME, "ZADD q{x} 5 " + ME),
                List.of("", "ZADD q{x} " + FAR + " me~")));
    try (ScriptComparison comparison = ScriptComparison.of(run)) {
      for (String id : List.of(ME, LARGE)) {
        for (List<String> before : all) {
          for (String flags : List.of("", "w", "wr", "wc")) {
            assertAskedAlike(comparison, before, question(id, flags));
          }
          List<String> withItsOldPlace = new ArrayList<>(question(id, "w"));
          withItsOldPlace.set(5, "77");
          assertAskedAlike(comparison, before, withItsOldPlace);
        }
      }
    }
  }

  private static void assertAskedAlike(
      ScriptComparison comparison, List<String> before, List<String> arguments)
      throws InterruptedException {
    comparison.add(
        new Case(AT_ONCE.acquire().text(), before, arguments),
        new Case(WHOLE.acquire().text(), before, arguments),
        (atOnce, whole) ->
            assertThat(atOnce.result())
                .as("acquire with %s after %s", arguments, before)
                .isEqualTo(whole.result()));
  }

  private ScriptComparison ofReleases() {
    return ScriptComparison.of(run, inbox, "inbox:other~");
  }

  @Test
  void release_whateverThereIs_doesWhatTheWholeScriptDoes() throws Exception {
    try (ScriptComparison comparison = ofReleases()) {
      for (List<String> before : everything(ME)) {
        for (String flags : List.of("c", "tc")) {
          for (String ids : List.of(ME, ME + " " + OTHER)) {
            assertReleasedAlike(comparison, before, List.of(ids, flags, "86400", "inbox:"));
          }
        }
      }
    }
  }

  @Test
  void release_somebodyWaits_doesAndTellsWhatTheWholeScriptDoes() throws Exception {
    String another = "ZADD e{x} " + LATER + " another~:3:1200000p1";
    List<List<String>> all =
        ScriptRun.combinations(
            List.of(
                List.of(
                    "HSET l{x} size 1 pool 1",
                    "HSET l{x} size 2 pool 1",
                    "HSET l{x} size 2 pool 1 several 1",
                    "HSET l{x} size 2"),
                List.of("", another, another.replace(LATER, OVER)),
                List.of("", "ZADD q{x} " + FAR + " #seq", "ZADD q{x} -1000000000000 #seq"),
                IN_THE_QUEUE,
                List.of(
                    "",
                    "ZADD q{x} " + FAR + " other~ " + FAR + " third~",
                    HEARD_A_WHILE_AGO,
                    HEARD_YEARS_AGO),
                List.of("", ENTRY_OF_ME, "ZADD e{x} " + OVER + " " + ME)));
    try (ScriptComparison comparison = ofReleases()) {
      for (List<String> before : all) {
        for (String flags : List.of("", "c", "t")) {
          for (String ids : List.of(ME, ME + " " + OTHER)) {
            assertReleasedAlike(comparison, before, List.of(ids, flags, "86400", "inbox:"));
          }
        }
      }
    }
  }

  /** One client listens in the slot, too, one at its inbox only, one nowhere. */
  @Test
  void release_clientsListenInTheSlot_doesAndTellsWhatTheWholeScriptDoes(
      @FreshServer RedisServer its) throws Exception {
    assumeTrue(its.version().isAtLeast(7, 0), "before Redis 7 nobody listens in slots");
    String ledger = " #seq " + FAR + " me~ " + FAR + " other~ " + FAR + " third~";
    try (RespSubscriber slot = RespSubscriber.shardChannel(its.uri(), "inbox:{1}:me~")) {
      for (String first : List.of("me~:8:1200000p1", OTHER, THIRD)) {
        for (String listens : List.of("", "h")) {
          for (String flags : List.of("", "c", "{1}", "c{1}", "c{1}h")) {
            List<String> before =
                List.of(
                    "HSET l{x} size 1 pool 1",
                    ENTRY_OF_ME,
                    "ZADD q{x} " + FAR + ledger,
                    "ZADD q{x} 4 " + first + listens + " 6 me~:9:1200000p1h");
            try (ScriptComparison comparison = ofReleases()) {
              assertReleasedAlike(comparison, before, List.of(ME, flags, "86400", "inbox:"));
            }
            List<String> there = run.toldTo(slot, "SPUBLISH", "inbox:{1}:me~");
            int half = there.size() / 2; // at once, and by the whole script
            assertThat(there.subList(0, half)).isEqualTo(there.subList(half, there.size()));
          }
        }
      }
      assertThat(slot.messages()).anyMatch(message -> message.text().startsWith("granted"));
    }
  }

  /** The first write takes no memory. */
  @Test
  void release_serverOutOfMemory_handsThePermitOn() throws Exception {
    List<String> before =
        List.of(
            "HSET l{x} size 1 pool 1",
            ENTRY_OF_ME,
            "ZADD q{x} " + FAR + " #seq " + FAR + " other~ 4 " + OTHER,
            "CONFIG SET maxmemory 1");
    List<String> arguments = List.of(ME, "", "86400", "inbox:");
    try {
      assertThat(run.of(AT_ONCE.release().text(), before, arguments)).startsWith("(RELEASED)");
      assertThat(told()).singleElement().asString().startsWith("granted " + OTHER);
    } finally {
      server.command("CONFIG", "SET", "maxmemory", "0");
    }
  }

  /** It does not look at the hash if nobody waits, so it cannot report a foreign one. */
  private static void assertReleasedAlike(
      ScriptComparison comparison, List<String> before, List<String> arguments)
      throws InterruptedException {
    comparison.add(
        new Case(AT_ONCE.release().text(), before, arguments),
        new Case(WHOLE.release().text(), before, arguments),
        (atOnce, whole) -> {
          String one = atOnce.result();
          String other = whole.result();
          boolean isSilent = one.startsWith("(RELEASED)") && other.contains("WRONGTYPE l{x}");
          assertThat(isSilent ? withoutAnswer(one) : one)
              .as("release with %s after %s", arguments, before)
              .isEqualTo(isSilent ? withoutAnswer(other) : other);
          assertThat(atOnce.told())
              .as("release with %s after %s", arguments, before)
              .isEqualTo(whole.told());
        });
  }

  /** As when permits are taken at a rate, and left to end by their leases. */
  @Test
  void acquire_anotherSecondThanTheLast_forgetsEntriesThatAreOver() {
    List<String> before =
        List.of(
            "HSET l{x} size 2 pool 1",
            "ZADD q{x} -5 #seq",
            "ZADD e{x} " + OVER + " " + OTHER,
            "PEXPIRE e{x} 9000000");
    for (LockScripts scripts : List.of(AT_ONCE, WHOLE)) {
      assertThat(run.of(scripts.acquire().text(), before, question(ME, "w"))).contains(ME);
      assertThat(
              server.texts(
                  "ZRANGE", "e{x}", "0", "-1")) // not as told: that leaves out what is over
          .containsExactly(ME);
    }
  }

  private static String withoutAnswer(String result) {
    return result.substring(result.indexOf('\n'));
  }

  @Test
  void acquire_oneIsFree_takesElevenCommands() {
    List<String> before =
        List.of(
            "HSET l{x} size 2 pool 1",
            "ZADD q{x} " + FAR + " #seq",
            "ZADD e{x} " + LATER + " " + OTHER,
            "PEXPIRE e{x} 9000000");
    assertThat(run.commandsOf(AT_ONCE.acquire().text(), before, question(ME, "w"))).isEqualTo(11);
  }

  @Test
  void release_nobodyWaits_takesFourCommands() {
    List<String> before =
        List.of("HSET l{x} size 2 pool 1", "ZADD e{x} " + LATER + " " + ME, "ZADD q{x} -5 #seq");
    List<String> arguments = List.of(ME, "", "86400", "inbox:");
    assertThat(run.commandsOf(AT_ONCE.release().text(), before, arguments)).isBetween(4L, 5L);
  }

  @Test
  void acquire_allAreOut_takesEightCommands() {
    List<String> before =
        List.of(
            "HSET l{x} size 1 pool 1",
            "ZADD q{x} " + FAR + " #seq 4 " + THIRD,
            "ZADD e{x} " + LATER + " " + OTHER);
    assertThat(run.commandsOf(AT_ONCE.acquire().text(), before, question(ME, "w"))).isEqualTo(8);
  }

  @Test
  void release_oneWaits_takesThirteenCommands() throws Exception {
    assertThat(commandsOfRelease("ZADD q{x} 4 " + OTHER)).isBetween(13L, 14L);
    assertThat(told()).singleElement().asString().startsWith("granted " + OTHER);
  }

  @Test
  void release_twoWait_takesFifteenCommands() throws Exception {
    assertThat(commandsOfRelease("ZADD q{x} 4 " + OTHER + " 5 " + THIRD)).isBetween(15L, 16L);
    assertThat(told()).singleElement().asString().startsWith("granted " + OTHER);
  }

  /** One more if it is time to forget entries that are over. */
  private long commandsOfRelease(String queue) {
    List<String> before =
        List.of(
            "HSET l{x} size 1 pool 1",
            ENTRY_OF_ME,
            "PEXPIRE e{x} 9000000",
            "ZADD q{x} -1000000000000 #seq " + FAR + " other~",
            queue);
    List<String> arguments = List.of(ME, "", "86400", "inbox:");
    return run.commandsOf(AT_ONCE.release().text(), before, arguments);
  }

  /** It is reported, but only after the hold has ended. */
  @Test
  void release_queueOfAForeignType_givesBack() {
    List<String> before =
        List.of("HSET l{x} size 2 pool 1", "ZADD e{x} " + LATER + " " + ME, "SET q{x} text");
    List<String> arguments = List.of(ME, "c", "86400", "inbox:");
    assertThat(run.of(AT_ONCE.release().text(), before, arguments))
        .isEqualTo(run.of(WHOLE.release().text(), before, arguments))
        .doesNotContain(ME);
  }
}
