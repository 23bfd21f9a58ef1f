package io.holdfast.lock.torture.nemesis;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.holdfast.lock.torture.nemesis.NemesisEvent.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NemesisTest {

  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration MILLI = Duration.ofMillis(1);
  private static final Tempo FAST = new Tempo(MILLI, MILLI, MILLI.multipliedBy(3), MILLI, MILLI, 0);
  private static final Tempo PAIRS = new Tempo(MILLI, MILLI, MILLI, MILLI, MILLI, 100);
  private static final Tempo ENDLESS = new Tempo(MILLI, HOUR, HOUR, MILLI, MILLI, 0);

  private final List<String> log = FakeFault.log();
  private final FakeFault a = new FakeFault("a", Target.NETWORK, log);
  private final FakeFault b = new FakeFault("b", Target.SERVER, log);

  private NemesisBuilder nemesis(Tempo tempo, Fault... faults) {
    return Nemesis.on(Battlefield.empty()).faults(List.of(faults)).tempo(tempo).seed(1);
  }

  private static List<Kind> kinds(Nemesis nemesis) {
    return nemesis.events().stream().map(NemesisEvent::kind).toList();
  }

  @Test
  void run_everyInjectionIsHealed_andAllIsInTheJournal(@TempDir Path home) throws Exception {
    Path journal = home.resolve("nemesis.tsv");
    List<NemesisEvent> heard = new CopyOnWriteArrayList<>();
    try (Nemesis nemesis =
        nemesis(FAST, a, b).journal(journal).listener(heard::add).start(Duration.ofSeconds(2))) {
      nemesis.await(LONG);
      assertThat(nemesis.isOver()).isTrue();

      List<NemesisEvent> events = nemesis.events();
      assertThat(events.get(0).detail()).contains("seed 1", "[a, b]");
      assertThat(kinds(nemesis).subList(1, 5))
          .containsExactly(Kind.INJECTING, Kind.INJECTED, Kind.HEALING, Kind.HEALED);
      assertThat(events.get(events.size() - 1).kind()).isEqualTo(Kind.END);
      assertThat(events).isSortedAccordingTo((x, y) -> Long.compare(x.nanos(), y.nanos()));
      assertThat(heard).isEqualTo(events);
      assertThat(Files.readAllLines(journal).stream().map(NemesisEvent::parse))
          .containsExactlyElementsOf(events);
    }
    assertThat(log.size()).isGreaterThan(4);
    assertThat(log.stream().filter(line -> line.startsWith("+")).count())
        .isEqualTo(log.stream().filter(line -> line.startsWith("-")).count());
  }

  @Test
  void sameSeed_sameFaultsInTheSameOrderWithTheSameChoices() {
    List<List<String>> runs = new ArrayList<>();
    for (int run = 0; run < 2; run++) {
      try (Nemesis nemesis = nemesis(FAST, a, b).seed(7).start(HOUR)) {
        within(LONG).isTrue("some rounds", () -> injections(nemesis).size() >= 10);
        runs.add(injections(nemesis).subList(0, 10));
      }
    }
    assertThat(runs.get(0)).hasSize(10).isEqualTo(runs.get(1));
  }

  private static List<String> injections(Nemesis nemesis) {
    return nemesis.events().stream()
        .filter(event -> event.kind() == Kind.INJECTED || event.kind() == Kind.INJECTING)
        .map(event -> event.fault() + event.detail())
        .toList();
  }

  @Test
  void pair_isHealedYoungestFirst() {
    try (Nemesis nemesis = nemesis(PAIRS, a, b).start(HOUR)) {
      within(LONG).isTrue("a round", () -> log.size() >= 4);
    }
    List<String> first = log.subList(0, 4);
    String older = first.get(0).substring(1);
    String younger = first.get(1).substring(1);
    assertThat(older).isNotEqualTo(younger);
    assertThat(first).containsExactly("+" + older, "+" + younger, "-" + younger, "-" + older);
  }

  @Test
  void injection_fails_theRunGoesOn() {
    a.injectionsToFail.set(1);
    try (Nemesis nemesis = nemesis(FAST, a).start(HOUR)) {
      within(LONG).isTrue("the next is healed", () -> log.contains("-a"));
      assertThat(kinds(nemesis).subList(1, 4))
          .containsExactly(Kind.INJECTING, Kind.INJECT_FAILED, Kind.INJECTING);
      assertThat(nemesis.events().get(2).detail()).contains("a cannot");
    }
    assertThat(log).contains("+a", "-a");
  }

  @Test
  void healing_failsTwice_isTriedAgain() {
    a.healingsToFail.set(2);
    try (Nemesis nemesis = nemesis(FAST, a).start(HOUR)) {
      within(LONG).isTrue("healed", () -> kinds(nemesis).contains(Kind.HEALED));
      assertThat(kinds(nemesis)).filteredOn(kind -> kind == Kind.HEAL_FAILED).hasSize(2);
    }
    assertThat(a.isOpen).isFalse();
  }

  @Test
  void healing_failsForGood_theOtherIsHealedAndTheFailureIsToldAtTheEnd() {
    a.healingsToFail.set(Integer.MAX_VALUE);
    Nemesis nemesis = nemesis(PAIRS, a, b).start(HOUR);
    eventually().isTrue("both injected", () -> log.contains("+a") && log.contains("+b"));
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(nemesis::close)
        .withMessageContaining("seed 1: could not be healed: [")
        .withMessageContaining("a: a ");
    assertThat(b.isOpen).isFalse();
    assertThat(kinds(nemesis)).contains(Kind.HEAL_FAILED).endsWith(Kind.END);
  }

  @Test
  void close_inTheMidstOfAFault_healsAtOnce() {
    Nemesis nemesis = nemesis(ENDLESS, a).start(HOUR);
    eventually().isTrue("injected", () -> a.isOpen);
    Thread.currentThread().interrupt();
    nemesis.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(a.isOpen).isFalse();
    assertThat(nemesis.isOver()).isTrue();
    nemesis.close();
  }

  @Test
  void injector_interruptsItsThread_itIsHealedAndTheRunEnds() throws Exception {
    Fault rude =
        new Attack(
            "rude",
            1,
            Target.NETWORK,
            Set.of(),
            (field, random, length) -> {
              Healing healing = a.inject(field, random, length);
              Thread.currentThread().interrupt();
              return healing;
            });
    try (Nemesis nemesis = nemesis(ENDLESS, rude).start(HOUR)) {
      nemesis.await(LONG);
    }
    assertThat(a.isOpen).isFalse();
  }

  @Test
  void listener_throws_nothingIsLeftUnhealed() {
    try (Nemesis nemesis =
        nemesis(FAST, a)
            .listener(
                event -> {
                  throw new IllegalStateException("listener");
                })
            .start(HOUR)) {
      within(LONG).isTrue("goes on", () -> nemesis.events().size() > 10);
    }
    assertThat(log).contains("+a");
    assertThat(a.isOpen).isFalse();
  }

  @Test
  void needs_notMet_faultIsLeftOut() {
    FakeFault wanting = new FakeFault("wanting", Target.SERVER, log, Need.REPLICA);
    try (Nemesis nemesis = nemesis(FAST, a, wanting).start(HOUR)) {
      within(LONG).isTrue("many rounds", () -> log.size() > 20);
    }
    assertThat(log).contains("+a").doesNotContain("+wanting");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> nemesis(FAST, wanting).start(MILLI))
        .withMessageContaining("wanting");
  }

  @Test
  void event_asLine_andBack() {
    NemesisEvent event = new NemesisEvent(5, Kind.INJECTED, 2, "fin", "tab\there\nand there");
    assertThat(event.toString()).isEqualTo("5\tINJECTED\t2\tfin\ttab here and there");
    assertThat(NemesisEvent.parse(event.toString())).isEqualTo(event);
    assertThatIllegalArgumentException().isThrownBy(() -> NemesisEvent.parse("5\tINJECTED"));
  }

  @Test
  void first_timeIsOverBefore_comeAllTheSame() throws Exception {
    try (Nemesis nemesis = nemesis(FAST, a, b).first(Set.of("a", "b")).start(MILLI)) {
      nemesis.await(LONG);
      assertThat(nemesis.faults()).containsExactlyInAnyOrder("a", "b");
    }
    assertThat(log).containsExactlyInAnyOrder("+a", "-a", "+b", "-b");
  }

  @Test
  void healing_failsForGood_nothingMoreIsBegun() {
    a.healingsToFail.set(Integer.MAX_VALUE);
    Nemesis nemesis = nemesis(FAST, a).start(HOUR);
    within(LONG).isTrue("over", nemesis::isOver);
    assertThat(log).containsExactly("+a");
    assertThatExceptionOfType(AssertionError.class).isThrownBy(nemesis::close);
  }
}
