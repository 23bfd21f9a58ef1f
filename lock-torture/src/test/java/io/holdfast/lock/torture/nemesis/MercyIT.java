package io.holdfast.lock.torture.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.holdfast.lock.testkit.server.TestServers;
import io.holdfast.lock.testkit.topology.Masters;
import io.holdfast.lock.torture.nemesis.Battlefield.Node;
import io.holdfast.lock.torture.nemesis.NemesisEvent.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** No more nodes are hurt at the same time than mercy allows, those that recover among them. */
class MercyIT {

  private static final Duration MILLI = Duration.ofMillis(1);
  private static final Duration CONVALESCENCE = Duration.ofMillis(20);
  private static final Tempo FAST =
      new Tempo(MILLI, MILLI, MILLI.multipliedBy(3), MILLI, MILLI, 50);

  private Masters five;
  private Battlefield field;

  @BeforeEach
  void start() {
    TestServers.whyNotControllable().ifPresent(why -> Assumptions.assumeTrue(false, why));
    five = Masters.start(5);
    field = Battlefield.of(five).sparing(new Mercy(2, CONVALESCENCE));
  }

  @AfterEach
  void end() {
    five.close();
  }

  private List<Round> rounds(long seed, List<Fault> faults) {
    List<Fault> possible =
        faults.stream()
            .filter(
                fault ->
                    fault.target() == Target.WORKER || field.offers().containsAll(fault.needs()))
            .toList();
    Schedule schedule = new Schedule(seed, possible, FAST, field);
    List<Round> rounds = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      rounds.add(schedule.next());
    }
    return rounds;
  }

  private static List<Optional<Node>> victims(List<Round> rounds) {
    return rounds.stream()
        .flatMap(round -> round.attacks().stream())
        .map(Round.Planned::victim)
        .toList();
  }

  @Test
  void schedule_nodesOneByOne_neverTheOneThatIsHurtStill() {
    List<Node> victims =
        victims(rounds(1, Faults.ofNodes())).stream().map(Optional::orElseThrow).toList();
    for (int i = 1; i < victims.size(); i++) {
      assertThat(victims.get(i)).isNotEqualTo(victims.get(i - 1));
    }
    assertThat(victims).containsAll(field.nodes());
    assertThat(victims(rounds(1, Faults.ofNodes())))
        .isEqualTo(victims(rounds(1, Faults.ofNodes())));
  }

  @Test
  void schedule_pairsAreAlsoOfTwoNodes_andRoundsGoOverIntoEachOther() {
    List<Round> rounds = rounds(2, Faults.all());
    assertThat(rounds)
        .anyMatch(
            round ->
                round.attacks().stream()
                        .filter(attack -> attack.fault().target() == Target.SERVER)
                        .count()
                    == 2);
    assertThat(rounds).allMatch(round -> workerFaults(round) < 2);
    assertThat(rounds.stream().filter(Round::isOpen).count()).isBetween(400L, 600L);
  }

  private static long workerFaults(Round round) {
    List<Round.Planned> ofWorkers =
        round.attacks().stream()
            .filter(attack -> attack.fault().target() == Target.WORKER)
            .toList();
    assertThat(ofWorkers).allMatch(attack -> attack.victim().isEmpty());
    return ofWorkers.size();
  }

  @Test
  void run_hurtsTwoOfFive_neverAThird() throws Exception {
    Bruise bruise = new Bruise();
    try (Nemesis nemesis =
        Nemesis.on(field)
            .faults(List.of(bruise))
            .tempo(FAST)
            .seed(3)
            .start(Duration.ofSeconds(2))) {
      nemesis.await(Duration.ofSeconds(20));
      assertThat(nemesis.events()).noneMatch(event -> event.kind() == Kind.INJECT_FAILED);
    }
    assertThat(bruise.numbersHurt).hasSizeGreaterThan(50).containsOnly(1, 2).contains(2);
    assertThat(bruise.wellNanos).containsOnlyKeys(field.nodes());
    assertThat(bruise.hurt).isEmpty();
  }

  /** One round in three is theirs, and nothing else happens in it. */
  @Test
  void schedule_severalNodes_areHurtAlone() {
    List<Fault> faults = new ArrayList<>(Faults.ofNodes());
    faults.add(new Several(new Bruise()));
    List<Round> several =
        rounds(4, faults).stream()
            .filter(
                round ->
                    round.attacks().stream()
                        .anyMatch(attack -> attack.fault().target() == Target.NODES))
            .toList();
    assertThat(several)
        .hasSizeBetween(300, 350)
        .allMatch(round -> round.attacks().size() == 1)
        .allMatch(round -> round.attacks().get(0).victim().isEmpty());
  }

  @Test
  void run_severalNodes_areHurtWhenAllAreWell() throws Exception {
    Bruise bruise = new Bruise();
    Several several = new Several(bruise);
    try (Nemesis nemesis =
        Nemesis.on(field)
            .faults(List.of(bruise, several))
            .tempo(FAST)
            .seed(3)
            .start(Duration.ofSeconds(2))) {
      nemesis.await(Duration.ofSeconds(20));
      assertThat(nemesis.events()).noneMatch(event -> event.kind() == Kind.INJECT_FAILED);
    }
    assertThat(several.numbersHurt).hasSizeGreaterThan(5).containsOnly(0);
    assertThat(bruise.numbersHurt).contains(2);
  }

  @Test
  void mercy_nonsense_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Mercy(0, MILLI))
        .withMessageContaining("nodes: 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Mercy(1, MILLI.negated()))
        .withMessageContaining("convalescence");
  }

  /** Sees how many are hurt by those. */
  private static final class Several implements Fault {

    final List<Integer> numbersHurt = new CopyOnWriteArrayList<>();
    private final Bruise others;

    Several(Bruise others) {
      this.others = others;
    }

    @Override
    public String name() {
      return "several";
    }

    @Override
    public int weight() {
      return 1;
    }

    @Override
    public Target target() {
      return Target.NODES;
    }

    @Override
    public Set<Need> needs() {
      return Set.of(Need.SERVER);
    }

    @Override
    public Healing inject(Battlefield field, Random random, Duration length) {
      numbersHurt.add(others.numberHurt());
      return Healing.none("looked").convalescing(field.convalescence());
    }
  }

  /** Counts the victims that are hurt, or were until a moment ago. */
  private static final class Bruise implements Fault {

    final Collection<Node> hurt = ConcurrentHashMap.newKeySet();
    final ConcurrentHashMap<Node, Long> wellNanos = new ConcurrentHashMap<>();
    final List<Integer> numbersHurt = new CopyOnWriteArrayList<>();

    @Override
    public String name() {
      return "bruise";
    }

    @Override
    public int weight() {
      return 1;
    }

    @Override
    public Target target() {
      return Target.SERVER;
    }

    @Override
    public Set<Need> needs() {
      return Set.of(Need.SERVER);
    }

    @Override
    public Healing inject(Battlefield field, Random random, Duration length) {
      Node node = field.anyNode(random, Need.SERVER);
      if (!hurt.add(node)) {
        throw new IllegalStateException(node + " is hurt already");
      }
      numbersHurt.add(numberHurt());
      return Healing.by(node + " bruised", () -> heal(node, field.convalescence()))
          .convalescing(field.convalescence());
    }

    int numberHurt() {
      long now = System.nanoTime();
      long recovering =
          wellNanos.entrySet().stream()
              .filter(entry -> !hurt.contains(entry.getKey()) && entry.getValue() - now > 0)
              .count();
      return hurt.size() + (int) recovering;
    }

    private void heal(Node node, Duration convalescence) {
      wellNanos.put(node, System.nanoTime() + convalescence.toNanos());
      hurt.remove(node);
    }
  }
}
