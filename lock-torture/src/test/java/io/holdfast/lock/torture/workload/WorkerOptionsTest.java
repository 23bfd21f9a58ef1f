package io.holdfast.lock.torture.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WorkerOptionsTest {

  private static final WorkerOptions OPTIONS =
      WorkerOptions.of("some.Fixture", Path.of("/tmp/a b"), List.of("redis://a", "redis://b"));

  @Test
  void parse_arguments_areTheSameAgain() {
    assertThat(WorkerOptions.parse(OPTIONS.arguments())).isEqualTo(OPTIONS);
    WorkerOptions refined =
        OPTIONS
            .contention(7, 3)
            .seed(-5)
            .lease(Duration.ofMillis(300))
            .pace(Duration.ZERO, Duration.ofNanos(17))
            .maxWait(Duration.ofSeconds(9))
            .mix(Mix.of(Act.LOCK, Act.LOCK, Act.ASYNC))
            .withoutInterrupts()
            .patience(Duration.ofMillis(1));
    assertThat(WorkerOptions.parse(refined.arguments())).isEqualTo(refined).isNotEqualTo(OPTIONS);
    assertThat(refined.interrupts()).isEmpty();
    assertThat(refined.mix().weights()).isEqualTo(Map.of(Act.LOCK, 2, Act.ASYNC, 1));
    assertThat(refined.lease()).contains(refined.fixedLease());
  }

  @Test
  void parse_uriOfSentinels_isOneServer() {
    List<String> servers = List.of("redis-sentinel://a,b,c#main");
    WorkerOptions options = WorkerOptions.of("some.Fixture", Path.of("/tmp"), servers);
    assertThat(WorkerOptions.parse(options.arguments()).servers()).isEqualTo(servers);
  }

  @Test
  void parse_missingUnknownOrMalformed_isRefused() {
    List<String> arguments = OPTIONS.arguments();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WorkerOptions.parse(arguments.subList(1, arguments.size())))
        .withMessageContaining("fixture is missing");
    List<String> more = new ArrayList<>(arguments);
    more.add("colour=blue");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WorkerOptions.parse(more))
        .withMessageContaining("colour");
    assertThatIllegalArgumentException().isThrownBy(() -> WorkerOptions.parse(List.of("stop")));
    assertThatIllegalArgumentException().isThrownBy(() -> OPTIONS.contention(0, 1));
  }

  @Test
  void choose_everyActOfTheMix_comesByItsWeight() {
    Mix mix = Mix.of(Act.LOCK, Act.LOCK, Act.LOCK, Act.HANDLE);
    Random random = new Random(1);
    Set<Act> seen = EnumSet.noneOf(Act.class);
    int locks = 0;
    for (int i = 0; i < 10_000; i++) {
      Act act = mix.choose(random);
      seen.add(act);
      locks += act == Act.LOCK ? 1 : 0;
    }
    assertThat(seen).containsExactlyInAnyOrder(Act.LOCK, Act.HANDLE);
    assertThat(locks).isBetween(7_000, 8_000);
  }

  @Test
  void mix_ofOneLock_hasNoActThatNeedsAReadLock() {
    for (Mix mix : List.of(Mix.all(), Mix.withConditions())) {
      assertThat(mix.weights().keySet()).noneMatch(Act::needsReadLock).noneMatch(Act::needsPool);
    }
    assertThat(Mix.withConditions().weights()).containsKeys(Act.LOCK, Act.AWAIT);
    assertThat(Mix.readWrite().weights().keySet())
        .containsExactlyInAnyOrderElementsOf(
            EnumSet.allOf(Act.class).stream().filter(act -> !act.needsPool()).toList());
    WorkerOptions options = OPTIONS.mix(Mix.readWrite());
    assertThat(WorkerOptions.parse(options.arguments())).isEqualTo(options);
  }

  @Test
  void mix_ofAPool_hasAllThatOneDoesWithPoolsAndNothingElse() {
    assertThat(Mix.pool().weights().keySet())
        .containsExactlyInAnyOrderElementsOf(
            EnumSet.allOf(Act.class).stream().filter(Act::needsPool).toList());
    WorkerOptions options = OPTIONS.mix(Mix.pool());
    assertThat(WorkerOptions.parse(options.arguments())).isEqualTo(options);
    assertThatIllegalArgumentException().isThrownBy(() -> Mix.of(Act.LOCK, Act.PERMITS));
  }

  @Test
  void act_ofAReadLock_isOneOfAnyLock() {
    assertThat(Act.READ_TIMED_TRY_LOCK.base()).isEqualTo(Act.TIMED_TRY_LOCK);
    assertThat(EnumSet.allOf(Act.class))
        .allMatch(act -> act.base().base() == act.base() && !act.base().needsReadLock())
        .allMatch(act -> !act.reads() || act.needsReadLock());
    assertThat(Act.DOWNGRADE.reads()).isFalse();
    assertThat(Act.UPGRADE.reads()).isTrue();
  }

  @Test
  void mix_ofNothing_isRefused() {
    assertThatIllegalArgumentException().isThrownBy(Mix::of);
    assertThatIllegalArgumentException().isThrownBy(() -> new Mix(Map.of(Act.LOCK, 0)));
  }
}
