package io.holdfast.lock.semaphore;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.exclusive.LockScripts;
import io.holdfast.lock.core.script.LuaScript.Source;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.ScriptRun;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is taken and given back at once is what the whole scripts would have done. */
@ExtendWith(RedisServerExtension.class)
class PoolAtOnceIT {

  private static final LockScripts AT_ONCE = LockScripts.shared(scripts(), Optional.empty());

  /** Takes and ends nothing at once. */
  private static final LockScripts WHOLE =
      LockScripts.shared(nothing("take").or(nothing("end")).or(scripts()), Optional.empty());

  private static final String ME = "me~:7:1200000p1";
  private static final String LARGE = "me~:7:1200000p2";
  private static final String OTHER = "other~:3:1200000p1";

  private static final String LATER =
      Long.toString(System.currentTimeMillis() + Duration.ofMinutes(40).toMillis());

  private static final String OVER =
      Long.toString(System.currentTimeMillis() - Duration.ofMinutes(20).toMillis());

  /** Later than any clock: what is drawn is one more. */
  private static final String FAR = "-4000000000000000";

  private static final List<String> SIZE =
      List.of(
          "",
          "HSET l{x} size 2 pool 1",
          "HSET l{x} size 1 pool 1",
          "HSET l{x} size 2 pool 1 several 1",
          "HSET l{x} size 2", // of somebody else
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

  private RespClient server;
  private ScriptRun run;

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
  }

  /** Mine: an entry, and what is in the queue. */
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
  void acquire_whateverThereIs_isAnsweredAsByTheWholeScript() {
    for (String id : List.of(ME, LARGE)) {
      for (List<String> before : everything(id)) {
        for (String flags : List.of("", "wc")) {
          assertThat(run.of(AT_ONCE.acquire().text(), before, question(id, flags)))
              .as("acquire for %s with %s after %s", id, flags, before)
              .isEqualTo(run.of(WHOLE.acquire().text(), before, question(id, flags)));
        }
      }
    }
  }

  @Test
  void release_whateverThereIs_doesWhatTheWholeScriptDoes() {
    for (List<String> before : everything(ME)) {
      for (String flags : List.of("c", "tc")) {
        for (String ids : List.of(ME, ME + " " + OTHER)) {
          List<String> arguments = List.of(ids, flags, "86400", "inbox:");
          String atOnce = run.of(AT_ONCE.release().text(), before, arguments);
          String whole = run.of(WHOLE.release().text(), before, arguments);
          // It does not look at the hash, so it cannot say that it is somebody else's.
          boolean isSilent = atOnce.startsWith("(RELEASED)") && whole.contains("WRONGTYPE l{x}");
          assertThat(isSilent ? withoutAnswer(atOnce) : atOnce)
              .as("release with %s after %s", arguments, before)
              .isEqualTo(isSilent ? withoutAnswer(whole) : whole);
        }
      }
    }
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

  /** It is told, but when what one has has ended. */
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
