package io.holdfast.migrate;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.RedisServer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/**
 * A rolling deployment from Redisson: a process with Redisson alone, one with both, and one with
 * Holdfast alone, each of which does not have the other library.
 */
@Timeout(300)
@TestMethodOrder(
    MethodOrderer.OrderAnnotation.class) // the last kills a process that the others use
class MovingIT {

  private static final int TURNS = 15;

  private static final Map<Phase, JvmProcess> PROCESSES = new EnumMap<>(Phase.class);
  private static RedisServer server;
  private static Witness witness;

  @BeforeAll
  static void open() {
    server = RedisServer.start();
    witness = new Witness(server.uri());
  }

  @AfterAll
  static void close() {
    PROCESSES.values().forEach(JvmProcess::close);
    witness.close();
    server.close();
  }

  @BeforeEach
  void forget() {
    witness.forget();
  }

  /** The process of this phase, which takes no turns until it is told. */
  private static JvmProcess process(Phase phase) throws InterruptedException {
    JvmProcess there = PROCESSES.get(phase);
    if (there != null && there.isAlive()) {
      return there;
    }
    JvmProcess started = JvmProcess.start(MovingWorker.class, server.uri(), phase.name());
    PROCESSES.put(phase, started);
    return started.ready("ready");
  }

  /** Has these take turns side by side until the condition is met. */
  private static void race(List<Phase> phases, String expectation, Condition condition)
      throws InterruptedException {
    for (Phase phase : phases) {
      process(phase).send("go");
    }
    try {
      eventually().isTrue(expectation, condition::isMet);
    } finally {
      for (Phase phase : phases) {
        process(phase).send("pause");
      }
      for (Phase phase : phases) {
        process(phase).awaitLine("paused");
      }
    }
  }

  private interface Condition {
    boolean isMet();
  }

  private static void assertExclusion(Phase one, Phase other) throws InterruptedException {
    race(
        List.of(one, other),
        "both have turns",
        () -> witness.turns(one) >= TURNS && witness.turns(other) >= TURNS);

    assertThat(witness.overlaps()).as("turns that overlapped").isZero();
    assertThat(witness.backwards()).as("tokens that did not rise").isZero();
  }

  @Test
  @Order(1)
  void processes_withOldLockAndWithBoth_excludeEachOther() throws Exception {
    assertExclusion(Phase.OLD, Phase.BOTH);
  }

  @Test
  @Order(2)
  void processes_withBothAndWithNewLock_excludeEachOther() throws Exception {
    assertExclusion(Phase.BOTH, Phase.NEW);
  }

  /** What the middle phase is for; and the witness can see it. */
  @Test
  @Order(3)
  void processes_withOldLockAndWithNewLock_overlap() throws Exception {
    race(List.of(Phase.OLD, Phase.NEW), "turns overlap", () -> witness.overlaps() > 0);
  }

  @Test
  @Order(4)
  void process_withBothIsKilledInside_freesBothWhenTheirLeasesEnd() throws Exception {
    JvmProcess killed = process(Phase.BOTH);
    killed.send("hang");
    killed.awaitLine("hangs");
    assertThat(server.keys("*")).contains(Phase.NAME, Phase.NEW_KEY);

    killed.kill();
    assertThat(witness.isInside()).isTrue();
    witness.forget();

    race(List.of(Phase.OLD), "the old lock is free", () -> witness.turns(Phase.OLD) > 0);
    race(List.of(Phase.NEW), "the new lock is free", () -> witness.turns(Phase.NEW) > 0);
  }
}
