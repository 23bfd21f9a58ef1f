package io.holdfast.lock.cli.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.torture.check.Statistics;
import io.holdfast.lock.torture.nemesis.NemesisEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EffortTest {

  private static final Set<String> WANTED = Set.of("kill-master", "freeze-master");

  private final List<NemesisEvent> events = new ArrayList<>();

  private void happens(String fault, NemesisEvent.Kind kind, int times) {
    for (int i = 0; i < times; i++) {
      events.add(new NemesisEvent(0, kind, 1, fault, ""));
    }
  }

  private void injected(String fault, int times) {
    happens(fault, NemesisEvent.Kind.INJECTED, times);
  }

  private void failed(String fault, int times) {
    happens(fault, NemesisEvent.Kind.INJECT_FAILED, times);
  }

  private static Statistics run(long holds, long placed) {
    return new Statistics(
        4,
        2,
        holds,
        0,
        holds,
        0,
        0,
        0,
        0,
        5,
        placed,
        0,
        Duration.ofSeconds(10),
        Duration.ZERO,
        Duration.ZERO);
  }

  private List<String> lacks(Statistics run) {
    Plan plan =
        new Plan(
            Kind.FAIR,
            Topology.SENTINEL,
            Duration.ofSeconds(10),
            1,
            4,
            4,
            2,
            Duration.ofSeconds(2),
            false);
    return Effort.of(events).lacks(plan, run, WANTED);
  }

  @Test
  void lacks_eachWantedFaultWasThere_nothing() {
    injected("kill-master", 1);
    injected("freeze-master", 2);
    failed("freeze-master", 1);
    assertThat(lacks(run(20, 10))).isEmpty();
    assertThat(Effort.of(events)).hasToString("freeze-master 2 (failed 1), kill-master 1");
  }

  @Test
  void lacks_onlyFaultsThatTheTopologyIsNotFor_namesWhatIsMissing() {
    injected("freeze-worker", 2);
    assertThat(lacks(run(1000, 1000)))
        .singleElement()
        .asString()
        .contains("never injected: freeze-master, kill-master", "freeze-worker 2");
  }

  @Test
  void lacks_oneFaultFailsEachTime_namesIt() {
    injected("kill-master", 9);
    failed("freeze-master", 3);
    assertThat(lacks(run(1000, 1000)))
        .singleElement()
        .asString()
        .contains("never injected: freeze-master", "freeze-master 0 (failed 3)");
  }

  @Test
  void lacks_mostInjectionsFail_tellsHowMany() {
    injected("kill-master", 1);
    injected("freeze-master", 1);
    failed("kill-master", 3);
    assertThat(lacks(run(1000, 1000))).containsExactly("2 faults were injected, 3 could not be");
  }

  @Test
  void lacks_fewHolds_tellsValueAndBound() {
    injected("kill-master", 1);
    injected("freeze-master", 1);
    assertThat(lacks(run(19, 9)))
        .containsExactly(
            "only 19 holds, of at least 20",
            "only 9 holds whose order could be judged, of at least 10");
  }
}
