package io.holdfast.lock.cli.list;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.cli.LockKind;
import io.holdfast.lock.cli.list.Watching.Effort;
import io.holdfast.lock.core.gate.Revocable.Held;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WatchingTest {

  private final Set<String> found = new TreeSet<>(); // by the next steps of SCAN
  private final Set<String> held = new HashSet<>();
  private final List<String> looks = new ArrayList<>(); // of the last refresh
  private boolean roundEnds = true;
  private int turn;

  private final Watching watching =
      new Watching(
          (kind, name) -> {
            looks.add(name);
            return entry(kind, name);
          },
          () -> 0,
          (steps, names) -> {
            found.forEach(name -> names.accept(LockKind.LOCK, name));
            return roundEnds;
          });

  private Entry entry(LockKind kind, String name) {
    Held holder = new Held("c:" + turn, "c", 1, Duration.ofSeconds(1), OptionalLong.of(1));
    return new Entry.Owned(kind, name, held.contains(name) ? List.of(holder) : List.of(), 0, 0);
  }

  private void found(String... names) {
    found.clear();
    found.addAll(List.of(names));
  }

  private void held(String... names) {
    held.clear();
    held.addAll(List.of(names));
  }

  private Watching.Look refresh(int lines) {
    looks.clear();
    return watching.look(Effort.ofRefresh(lines));
  }

  private static List<String> names(Watching.Look look) {
    return look.lines().stream().map(line -> line.entry().name()).toList();
  }

  private static String[] many(String start, int number) {
    return IntStream.range(0, number).mapToObj(i -> start + (1000 + i)).toArray(String[]::new);
  }

  @Test
  void look_manyReleasedNames_looksAtTwoForEachLine() {
    for (int refresh = 0; refresh < 12; refresh++) {
      found(many("released-" + refresh + "-", 1500));

      assertThat(refresh(20).lines()).isEmpty();
      assertThat(looks).hasSize(40).doesNotHaveDuplicates();
    }
  }

  @Test
  void look_manyHeldNames_showsTheFirstAndLooksAtTwoForEachLine() {
    found(many("held-", 1500));
    held(many("held-", 1500));
    refresh(20);
    Watching.Look look = refresh(20);

    assertThat(names(look)).containsExactly(many("held-", 20));
    assertThat(look.known()).isEqualTo(1500);
    assertThat(looks).hasSize(40).doesNotHaveDuplicates();
  }

  @Test
  void look_moreNamesThanLooks_looksAtEachInTurn() {
    found(many("a", 100));
    held("a1000", "a1001");
    Set<String> lookedAt = new HashSet<>();
    for (int refresh = 0; refresh < 14; refresh++) { // 100 / (10 looks - 2 for lines), rounded up
      refresh(5);
      lookedAt.addAll(looks);
    }

    assertThat(lookedAt).containsExactlyInAnyOrder(many("a", 100));
  }

  @Test
  void look_oneLine_stillFindsWhatComesBeforeIt() {
    found("b", "c", "d");
    held("d");
    refresh(1);
    assertThat(names(refresh(1))).containsExactly("d");
    held("b", "d");
    refresh(1);
    refresh(1);

    assertThat(names(refresh(1))).containsExactly("b");
  }

  @Test
  void look_linesReleased_showsThoseBehindThem() {
    found(many("a", 100));
    held(many("a", 100));
    refresh(10);
    refresh(10);
    held.removeAll(List.of(many("a", 5)));

    assertThat(names(refresh(10))).containsExactlyElementsOf(List.of(many("a", 15)).subList(5, 15));
  }

  @Test
  void look_notFoundByAWholeRound_isForgotten() {
    found(many("a", 1500));
    assertThat(refresh(5).known()).isEqualTo(1490); // ten were looked at, and are idle
    found("b");
    held("b");
    refresh(5);

    assertThat(watching.size()).isEqualTo(1);
    assertThat(refresh(5).known()).isEqualTo(1);
  }

  @Test
  void look_roundNotEnded_forgetsNothing() {
    found(many("a", 100));
    refresh(5);
    found();
    roundEnds = false;
    refresh(5);

    assertThat(watching.size()).isEqualTo(100);
  }

  @Test
  void look_heldBetweenTwoLooksButMissedByScan_stays() {
    found("a");
    held("a");
    refresh(5);
    found(); // its key was not there at that moment
    for (int refresh = 0; refresh < 5; refresh++) {
      assertThat(names(refresh(5))).containsExactly("a");
    }
  }

  @Test
  void look_releasedAndNotFound_forgetsItsHandOvers() {
    found("a");
    held("a");
    refresh(5);
    turn++;
    assertThat(refresh(5).lines().get(0).handOvers().perSecond()).isNotEqualTo("-");
    found();
    held();
    refresh(5);
    refresh(5);
    assertThat(watching.size()).isZero();
    found("a");
    held("a");

    assertThat(refresh(5).lines().get(0).handOvers().perSecond()).isEqualTo("-");
  }

  @Test
  void look_releasedForAMoment_keepsItsHandOvers() {
    found("a");
    held("a");
    refresh(5);
    held();
    refresh(5);
    held("a");

    assertThat(refresh(5).lines().get(0).handOvers().perSecond()).isNotEqualTo("-");
  }

  @Test
  void onlyLook_looksUntilTheTableIsFull() {
    found(many("a", 1500));
    held("a1200", "a1300", "a1400");
    looks.clear();

    assertThat(names(watching.look(Effort.ofOnlyLook(2)))).containsExactly("a1200", "a1300");
    assertThat(looks).hasSize(301);
  }
}
