package io.holdfast.lock.torture.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ScheduleTest {

  private static final Tempo TEMPO = Tempo.ofRun(Duration.ofHours(1));
  private static final Battlefield FIELD = Battlefield.empty().lease(Duration.ofSeconds(2));

  private static List<Round> rounds(long seed, int number) {
    Schedule schedule = new Schedule(seed, Faults.all(), TEMPO, FIELD);
    List<Round> rounds = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      rounds.add(schedule.next());
    }
    return rounds;
  }

  /** Faults are made anew by each call of {@code all()}: compared by what they are. */
  private static List<String> print(List<Round> rounds) {
    return rounds.stream()
        .map(
            round ->
                round.attacks().stream()
                        .map(attack -> attack.fault().name() + attack.seed())
                        .collect(Collectors.joining(","))
                    + round.length()
                    + round.pause())
        .toList();
  }

  @Test
  void sameSeed_sameFaultsLengthsPausesAndChoices() {
    assertThat(print(rounds(42, 500))).isEqualTo(print(rounds(42, 500)));
    assertThat(print(rounds(42, 500))).isNotEqualTo(print(rounds(43, 500)));
  }

  @Test
  void faults_ofAnHour_areChosenByWeight() {
    List<Round> rounds = rounds(1, 20_000);
    int sum = Faults.all().stream().mapToInt(Fault::weight).sum();
    for (Fault fault : Faults.all()) {
      double share =
          rounds.stream()
                  .filter(round -> round.attacks().get(0).fault().name().equals(fault.name()))
                  .count()
              / 20_000.0;
      assertThat(share).as(fault.name()).isCloseTo((double) fault.weight() / sum, within(0.01));
    }
  }

  @Test
  void pairs_areAFifth_andOfDifferentTargets() {
    List<Round> rounds = rounds(2, 10_000);
    List<Round> pairs = rounds.stream().filter(round -> round.attacks().size() == 2).toList();
    assertThat(pairs.size()).isBetween(1_800, 2_200);
    assertThat(pairs)
        .allMatch(
            pair ->
                pair.attacks().get(0).fault().target() != pair.attacks().get(1).fault().target());
  }

  @Test
  void lengths_areLogUniformBetweenTheirBounds() {
    List<Round> rounds =
        rounds(3, 10_000).stream()
            .filter(
                round ->
                    round.attacks().stream()
                        .noneMatch(attack -> attack.fault().name().equals("freeze-worker")))
            .toList();
    List<Long> millis = rounds.stream().map(round -> round.length().toMillis()).sorted().toList();
    assertThat(millis.get(0)).isBetween(500L, 520L);
    assertThat(millis.get(millis.size() - 1)).isBetween(14_500L, 15_000L);
    assertThat(millis.get(millis.size() / 2)).isBetween(2_500L, 3_000L); // sqrt(500 * 15000)
    assertThat(rounds)
        .allMatch(round -> round.pause().toMillis() >= 5_000 && round.pause().toMillis() <= 10_000);
  }

  @Test
  void frozenWorker_isFrozenForLongerThanItsLease() {
    assertThat(rounds(4, 2_000))
        .filteredOn(
            round ->
                round.attacks().stream()
                    .anyMatch(attack -> attack.fault().name().equals("freeze-worker")))
        .hasSizeGreaterThan(50)
        .allMatch(round -> round.length().compareTo(Duration.ofSeconds(3)) >= 0);
  }

  @Test
  void tempo_ofAShortRun_isShort_andNonsenseIsRefused() {
    Tempo tempo = Tempo.ofRun(Duration.ofSeconds(8));
    assertThat(tempo.longest()).isEqualTo(Duration.ofSeconds(1));
    assertThat(tempo.shortest()).isEqualTo(Duration.ofMillis(250));
    assertThat(tempo.warmUp()).isLessThan(Duration.ofSeconds(1));
    assertThat(TEMPO.warmUp()).isEqualTo(Duration.ofSeconds(5));
    assertThat(TEMPO.pressing().longest()).isEqualTo(Duration.ofSeconds(5));
    assertThat(TEMPO.pressing().longestPause()).isLessThan(Duration.ofSeconds(2));
    assertThat(Tempo.ofRun(Duration.ofSeconds(1)).pressing().shortest()).isPositive();
    Duration second = Duration.ofSeconds(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Tempo(second, second, Duration.ZERO, second, second, 20))
        .withMessageContaining("shortest");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Tempo(second, second, second, second, second, 101))
        .withMessageContaining("pairPercent: 101");
    assertThatIllegalArgumentException().isThrownBy(() -> Tempo.ofRun(Duration.ZERO));
  }

  @Test
  void named_unknown_isRefused() {
    assertThat(Faults.named("fin", "rst")).hasSize(2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Faults.named("fin", "earthquake"))
        .withMessageContaining("earthquake");
    assertThat(Faults.all().stream().map(Fault::name)).doesNotHaveDuplicates();
  }

  @Test
  void first_eachComesOnceBeforeAllOthers_inAnOrderOfTheSeed() {
    Set<String> wanted = Set.of("fin", "rst", "busy", "not-there");
    Set<List<String>> orders = new HashSet<>();
    for (long seed = 0; seed < 50; seed++) {
      Schedule schedule = new Schedule(seed, Faults.all(), wanted, TEMPO, FIELD);
      List<String> firsts = new ArrayList<>();
      while (schedule.isOwed()) {
        firsts.add(schedule.next().attacks().get(0).fault().name());
      }
      assertThat(firsts).containsExactlyInAnyOrder("fin", "rst", "busy");
      orders.add(firsts);
    }
    assertThat(orders).hasSize(6);
  }
}
