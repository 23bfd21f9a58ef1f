package io.holdfast.lock.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.lease.LeaseTerms;
import io.holdfast.lock.core.time.Deadline;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WaitQueueTest {

  private final WaitQueue queue = new WaitQueue();

  private static final class Silent extends Waiter {

    Silent(boolean isImpatient) {
      super(
          new WaitRequest(
              new LeaseTerms(30_000, true, LeaseTerms.UNCAPPED),
              null,
              null,
              0,
              Deadline.never(),
              isImpatient,
              Share.WHOLE,
              null));
    }

    @Override
    void wake() {}

    @Override
    boolean canCome() {
      return true;
    }

    @Override
    boolean nudge() {
      return true;
    }

    @Override
    void notNudged() {}
  }

  private List<Waiter> content() {
    List<Waiter> content = new ArrayList<>();
    queue.forEach(content::add);
    return content;
  }

  @Test
  void new_always_isEmpty() {
    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.head()).isNull();
    assertThat(queue.size()).isZero();
    assertThat(queue.hasPatient()).isFalse();
    assertThat(queue.hasImpatient()).isFalse();
  }

  @Test
  void addLast_several_keepsTheOrderOfArrival() {
    Waiter a = new Silent(false);
    Waiter b = new Silent(false);
    queue.addLast(a);
    queue.addLast(b);
    assertThat(content()).containsExactly(a, b);
    assertThat(queue.head()).isSameAs(a);
  }

  @Test
  void addFirst_several_standsBeforeAll() {
    Waiter a = new Silent(false);
    Waiter b = new Silent(false);
    queue.addLast(a);
    queue.addFirst(b);
    assertThat(content()).containsExactly(b, a);
    assertThat(queue.head()).isSameAs(b);
  }

  @Test
  void remove_notIn_isFalseAndChangesNothing() {
    Waiter a = new Silent(false);
    Waiter b = new Silent(true);
    queue.addLast(a);
    assertThat(queue.remove(b)).isFalse();
    assertThat(queue.remove(a)).isTrue();
    assertThat(queue.remove(a)).isFalse();
    assertThat(queue.size()).isZero();
  }

  @Test
  void remove_thenAddAgain_isIn() {
    Waiter a = new Silent(false);
    queue.addLast(a);
    assertThat(queue.remove(a)).isTrue();
    queue.addLast(a);
    assertThat(content()).containsExactly(a);
  }

  @Test
  void hasPatient_onlyImpatient_isFalse() {
    Waiter hasty = new Silent(true);
    queue.addLast(hasty);
    assertThat(queue.hasPatient()).isFalse();
    assertThat(queue.hasImpatient()).isTrue();
    Waiter calm = new Silent(false);
    queue.addLast(calm);
    assertThat(queue.hasPatient()).isTrue();
    assertThat(queue.remove(hasty)).isTrue();
    assertThat(queue.hasImpatient()).isFalse();
  }

  @Test
  void forEach_removesWhatItSees_seesAll() {
    List<Waiter> all = List.of(new Silent(false), new Silent(true), new Silent(false));
    all.forEach(queue::addLast);
    List<Waiter> seen = new ArrayList<>();
    queue.forEach(
        waiter -> {
          seen.add(waiter);
          assertThat(queue.remove(waiter)).isTrue();
        });
    assertThat(seen).isEqualTo(all);
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void anything_atRandom_isAsADequeWouldHaveIt() {
    Random random = new Random(3);
    ArrayDeque<Waiter> model = new ArrayDeque<>();
    for (int step = 0; step < 20_000; step++) {
      int choice = random.nextInt(4);
      if (choice == 0 || model.size() < 2) {
        Waiter added = new Silent(random.nextBoolean());
        queue.addLast(added);
        model.addLast(added);
      } else if (choice == 1 && model.size() < 20) {
        Waiter added = new Silent(random.nextBoolean());
        queue.addFirst(added);
        model.addFirst(added);
      } else {
        Waiter leaves = List.copyOf(model).get(random.nextInt(model.size()));
        assertThat(queue.remove(leaves)).isTrue();
        assertThat(model.remove(leaves)).isTrue();
      }
      assertThat(queue.size()).isEqualTo(model.size());
      assertThat(queue.head()).isSameAs(model.peekFirst());
      assertThat(queue.hasImpatient())
          .isEqualTo(model.stream().anyMatch(w -> w.request.isImpatient()));
      assertThat(queue.hasPatient())
          .isEqualTo(model.stream().anyMatch(w -> !w.request.isImpatient()));
    }
    assertThat(content()).containsExactlyElementsOf(model);
  }

  @Test
  void takeEach_someAreToHear_theseLeaveAndTheOthersWaitOn() {
    Silent first = new Silent(true);
    Silent second = new Silent(false);
    Silent third = new Silent(true);
    List.of(first, second, third).forEach(queue::addLast);
    List<Waiter> decided = new ArrayList<>();
    queue.takeEach(
        waiter -> waiter.isImpatient() ? Optional.of(WaitResult.REFUSED) : Optional.empty(),
        (waiter, result) -> {
          assertThat(result).isSameAs(WaitResult.REFUSED);
          assertThat(content()).doesNotContain(waiter);
          decided.add(waiter);
        });
    assertThat(decided).containsExactly(first, third);
    assertThat(content()).containsExactly(second);
  }
}
