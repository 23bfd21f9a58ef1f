package io.holdfast.lock.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.script.LuaScript.Source;
import io.holdfast.lock.core.verbs.LockScripts;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.ScriptComparison;
import io.holdfast.lock.testkit.server.ScriptRun;
import io.holdfast.lock.testkit.server.ScriptRun.Case;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A vote by the fast path is the vote that the whole script would give. */
@ExtendWith(RedisServerExtension.class)
class VoteAtOnceIT {

  private static final LockScripts AT_ONCE = QuorumParts.SCRIPTS;
  private static final LockScripts WHOLE =
      LockScripts.alone(noVote().or(Source.beside(QuorumParts.class)));

  private static final String ME = "me:7:1200000";

  /** Later than any clock: the next number is one more. */
  private static final String FAR = "-4000000000000000";

  private static final long PARKED = 4503599627370496L;
  private static final List<String> EPOCH =
      List.of("", "SET n{x} 'run:- 1000000'", "SET n{x} 'run:- 3900000000000000'");
  private static final List<String> LOCK =
      List.of(
          "",
          "HSET l{x} id " + ME + " token 11 last 12",
          "HSET l{x} id " + ME + " token 21 last 22 agreed 1",
          "HSET l{x} id other:3:1200000 token 11 last 12",
          "HSET l{x} something else");
  private static final List<String> COUNTER = List.of("", "ZADD q{x} " + FAR + " #seq");
  private static final List<String> MINE =
      List.of("", "ZADD q{x} -4000000000000001 " + ME, "ZADD q{x} 5 " + ME);
  private static final List<String> FIRST_IN_THE_QUEUE =
      List.of("", "ZADD q{x} 4 other:4:1200000 " + FAR + " other");
  private static final List<String> DEBT = List.of("", "ZADD q{x} -9007199254740991 #dirty");
  private static final List<String> AGREED =
      List.of("", "ZADD q{x} -%d #token".formatted(PARKED + 20));
  private static final List<String> TOLD =
      List.of("", "ZADD q{x} -%d #epoch".formatted(PARKED + 3900000000000000L));

  private RedisServer server;

  private static Source noVote() {
    byte[] text = "local function vote_at_once() return nil end".getBytes(StandardCharsets.UTF_8);
    return file -> file.equals("vote_at_once.lua") ? new ByteArrayInputStream(text) : null;
  }

  @BeforeEach
  void connect(@FreshServer RedisServer fresh) {
    server = fresh;
  }

  private static List<String> question(String flags, String proposed) {
    return List.of(ME, "1800000", flags, "86400", "inbox:", "", proposed);
  }

  @Test
  void acquire_whateverThereIs_isAnsweredAsByTheWholeScript() throws Exception {
    List<List<String>> all =
        ScriptRun.combinations(
            List.of(LOCK, COUNTER, MINE, FIRST_IN_THE_QUEUE, DEBT, AGREED, TOLD));
    ScriptRun withoutEpoch = new ScriptRun(server.admin(), List.of("l{x}", "q{x}"));
    assertAnsweredAlike(withoutEpoch, all);
  }

  @Test
  void acquire_whateverTheEpochIs_isAnsweredAsByTheWholeScript() throws Exception {
    List<List<String>> all =
        ScriptRun.combinations(
            List.of(
                EPOCH, List.of("", LOCK.get(1)), COUNTER, MINE, FIRST_IN_THE_QUEUE, AGREED, TOLD));
    ScriptRun withEpoch = new ScriptRun(server.admin(), List.of("l{x}", "q{x}", "n{x}"));
    assertAnsweredAlike(withEpoch, all);
  }

  private static void assertAnsweredAlike(ScriptRun run, List<List<String>> all)
      throws InterruptedException {
    try (ScriptComparison comparison = ScriptComparison.of(run)) {
      for (List<String> before : all) {
        for (String flags : List.of("", "w", "r")) {
          for (String proposed : List.of("", "20 29", "21 22", "1000 1999")) {
            List<String> arguments = question(flags, proposed);
            comparison.add(
                new Case(AT_ONCE.acquire().text(), before, arguments),
                new Case(WHOLE.acquire().text(), before, arguments),
                (atOnce, whole) ->
                    assertThat(atOnce.result())
                        .as("acquire with %s after %s", arguments, before)
                        .isEqualTo(whole.result()));
          }
        }
      }
    }
  }

  @Test
  void acquire_freeLock_takesNineCommands() {
    List<String> before =
        List.of("ZADD q{x} -1000000000000 #seq", AGREED.get(1), TOLD.get(1), EPOCH.get(2));
    ScriptRun run = new ScriptRun(server.admin(), List.of("l{x}", "q{x}", "n{x}"));
    assertThat(run.commandsOf(AT_ONCE.acquire().text(), before, question("w", "1000 1999")))
        .isEqualTo(9);
  }

  /**
   * An acquisition that its client takes for the voted one must get through: the first write takes
   * no memory.
   */
  @Test
  void acquire_askedAgainWhileMemoryIsFull_isAnswered() {
    ScriptRun run = new ScriptRun(server.admin(), List.of("l{x}", "q{x}"));
    List<String> before = List.of(COUNTER.get(1), "CONFIG SET maxmemory 1");
    assertThat(run.of(AT_ONCE.acquire().text(), before, question("wr", "1000 1999")))
        .startsWith("(ACQUIRED");
  }
}
