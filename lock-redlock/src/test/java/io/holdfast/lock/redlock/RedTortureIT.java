package io.holdfast.lock.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.Masters;
import io.holdfast.lock.torture.check.Bounds;
import io.holdfast.lock.torture.check.Verdict;
import io.holdfast.lock.torture.nemesis.Battlefield;
import io.holdfast.lock.torture.nemesis.Faults;
import io.holdfast.lock.torture.nemesis.Mercy;
import io.holdfast.lock.torture.nemesis.Nemesis;
import io.holdfast.lock.torture.nemesis.NemesisEvent;
import io.holdfast.lock.torture.nemesis.Tempo;
import io.holdfast.lock.torture.workload.ForgetBeneathAHold;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What {@code holdfast torture --kind red} does to holds that a bare majority has granted. */
@ExtendWith(RedisServerExtension.class)
@Timeout(300)
@Tag("long")
class RedTortureIT {

  private static final Duration LEASE = Duration.ofSeconds(2);
  private static final Duration LENGTH = Duration.ofSeconds(25);
  private static final Duration END = Duration.ofMinutes(2);
  private static final Mercy MERCY = new Mercy(2, LEASE.plusSeconds(2));

  @TempDir Path directory;

  /** The whole of it, for some rounds: one of them is bound to find a node that votes too early. */
  @Test
  @DisplayName("failure 150: a node forgets beneath a hold of a bare majority")
  void torture_aNodeForgetsBeneathAHold_nobodyElseGetsTheLock() throws Exception {
    Masters five = Masters.start(5, index -> RedisServer.builder().appendOnly());
    try (five;
        RedHistory run = new RedHistory(directory, five, true)) {
      run.start(run.options().contention(2, 1).lease(LEASE).seed(1)).awaitReady();
      List<NemesisEvent> events = torture(run, five);
      Verdict verdict =
          run.verdict(Bounds.ofLease(LEASE).bearable(Set.of(ForgetBeneathAHold.NAME)));
      assertThat(events)
          .filteredOn(event -> event.kind() == NemesisEvent.Kind.INJECTED)
          .filteredOn(event -> event.fault().equals(ForgetBeneathAHold.NAME))
          .as("%s", events)
          .isNotEmpty()
          .allMatch(event -> event.detail().contains("one had the lock"));
      assertThat(verdict.errors()).as(verdict.report()).isEmpty();
    }
  }

  private List<NemesisEvent> torture(RedHistory run, Masters five) throws InterruptedException {
    try (ForgetBeneathAHold forget =
            ForgetBeneathAHold.open(new RedWorkload(), five.uris(), directory, LEASE);
        Nemesis nemesis =
            Nemesis.on(Battlefield.of(five).sparing(MERCY).lease(LEASE).with(run.workers()))
                .listener(run::happened)
                .faults(
                    Stream.concat(Faults.named("restart-empty").stream(), Stream.of(forget))
                        .toList())
                .tempo(Tempo.ofRun(LENGTH).pressing())
                .seed(14)
                .start(LENGTH)) {
      nemesis.await(END);
      return nemesis.events();
    }
  }
}
