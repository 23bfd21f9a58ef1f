package io.holdfast.lock.semaphore;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.ForeignKeys;
import io.holdfast.lock.core.ForeignKeys.Call;
import io.holdfast.lock.core.verbs.LockScripts;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Each script of a pool, a semaphore and a latch, with foreign data under one of the keys. */
@ExtendWith(RedisServerExtension.class)
class ForeignPermitScriptsIT {

  private static final String HELD = "me:1:1200000p1";
  private static final String NEXT = "me:2:1200000p1";
  private static final String QUEUE =
      "ZADD KEY -12 #seq 5 " + NEXT + " -4000000000000000 me -1795699714715473 +me:1";
  private static final String ENTRIES = "ZADD KEY 4000000000000 " + HELD;

  /**
   * All there are.
   *
   * @param detail what the kind is to know besides
   * @param changes what it can be asked to change
   */
  private static List<Call> calls(LockScripts scripts, String detail, List<String> changes) {
    List<Call> calls = new ArrayList<>();
    for (String id : List.of(HELD, NEXT)) {
      for (String flags : List.of("", "w", "wr", "r")) {
        for (String arrival : List.of("", "5")) {
          calls.add(
              new Call(
                  scripts.acquire(),
                  List.of(id, "1800000", flags, "86400", "i:", arrival, detail)));
        }
      }
      for (String flags : List.of("", "t")) {
        calls.add(new Call(scripts.release(), List.of(id, flags, "86400", "i:")));
        calls.add(new Call(scripts.release(), List.of(id + " " + NEXT, flags, "86400", "i:")));
      }
      calls.add(new Call(scripts.renew(), List.of(id, "1800000")));
      calls.add(new Call(scripts.disown(), List.of("me", "", "i:", "0", "2", id, NEXT)));
    }
    // One call in sixteen, by the clock, removes expired entries.
    for (int i = 0; i < 64; i++) {
      calls.add(new Call(scripts.release(), List.of(HELD, "", "86400", "i:")));
    }
    calls.add(new Call(scripts.roll(), List.of("me", "", "86400", "i:", NEXT, "5")));
    calls.add(new Call(scripts.force(), List.of("", "i:")));
    calls.add(new Call(scripts.inspect(), List.of()));
    for (String what : changes) {
      for (String told : List.of("", "7")) {
        calls.add(
            new Call(
                scripts.change().orElseThrow(),
                List.of("", "86400", "i:", "me:9", what, "3", "4", " 1 2d", told)));
      }
    }
    return calls;
  }

  @Test
  @DisplayName("failure 127: no script of a pool touches foreign data")
  void pool_aKeyIsOfSomebodyElse_staysAsItIs(@FreshServer RedisServer server) {
    ForeignKeys keys = new ForeignKeys(server.admin(), List.of("p{x}", "q{x}", "r{x}"));
    List<Call> calls = calls(Semaphores.POOL, "4", List.of("resize"));
    for (String queue : List.of(QUEUE, "ZADD KEY -12 #seq")) { // with and without a waiter
      assertThat(keys.tryAll(calls, List.of("HSET KEY size 4 pool 1", queue, ENTRIES)))
          .isPositive();
    }
  }

  @Test
  @DisplayName("failure 127: no script of a semaphore touches foreign data")
  void semaphore_aKeyIsOfSomebodyElse_staysAsItIs(@FreshServer RedisServer server) {
    ForeignKeys keys = new ForeignKeys(server.admin(), List.of("s{x}", "q{x}", "r{x}"));
    List<Call> calls =
        calls(
            Semaphores.SEMAPHORE,
            "4 b 1 2",
            List.of("give", "back", "grow", "resize", "drain", "look"));
    for (String queue : List.of(QUEUE, "ZADD KEY -12 #seq")) {
      assertThat(keys.tryAll(calls, List.of("HSET KEY permits 4 size 4 born 7", queue, ENTRIES)))
          .isPositive();
    }
  }

  @Test
  @DisplayName("failure 127: no script of a latch touches foreign data")
  void latch_aKeyIsOfSomebodyElse_staysAsItIs(@FreshServer RedisServer server) {
    ForeignKeys keys = new ForeignKeys(server.admin(), List.of("l{x}", "q{x}"));
    List<Call> calls = calls(Semaphores.LATCH, "2 b 1 2", List.of("count_down", "look"));
    for (String queue : List.of(QUEUE, "ZADD KEY -12 #seq")) {
      assertThat(keys.tryAll(calls, List.of("HSET KEY count 2 initial 2 born 7", queue)))
          .isPositive();
    }
  }
}
