package io.holdfast.benchmarks.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who gets in without a lock is found out. */
class SectionTest {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration LONG = Duration.ofMillis(2);
  private static final OptionalLong NO_TOKEN = OptionalLong.empty();

  private final Section section = Section.local();

  @Test
  void turn_aloneWithRisingTokens_isCounted() {
    section.turn(OptionalLong.of(1));
    section.turn(OptionalLong.of(2), LONG);
    section.turn(NO_TOKEN);
    assertThat(section.turns()).isEqualTo(3);
  }

  @Test
  void turn_withTheTokenOfTheLast_throws() {
    section.turn(OptionalLong.of(5));
    assertThatIllegalStateException()
        .isThrownBy(() -> section.turn(OptionalLong.of(5)))
        .withMessage("token 5 after 5");
  }

  @Test
  void turnAmong_byAsManyAsMayBeInside_countsEveryTurn() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> done = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        done.add(pool.submit(() -> turnsAmong(4, 10_000)));
      }
      for (Future<?> future : done) {
        future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(section.turns()).isEqualTo(40_000);
  }

  @Test
  void turnAmong_byOneMoreThanMayBeInside_throws() throws InterruptedException {
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicReference<String> fault = new AtomicReference<>("none");
    Runnable work =
        () -> {
          while (!isOver.get()) {
            try {
              section.turnAmong(2, LONG);
            } catch (IllegalStateException e) {
              fault.compareAndSet("none", e.getMessage());
              isOver.set(true);
            }
          }
        };
    List<Thread> threads = Stream.generate(() -> new Thread(work)).limit(3).toList();
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join(PATIENCE.toMillis());
    }
    isOver.set(true);
    assertThat(fault.get()).isEqualTo("3 are inside at once, of 2");
  }

  private void turnsAmong(int limit, int turns) {
    for (int i = 0; i < turns; i++) {
      section.turnAmong(limit, Duration.ZERO);
    }
  }

  @Test
  void look_withTheTokenOfTheLastTurnOrAbove_isFine() {
    section.turn(OptionalLong.of(5));
    assertThatCode(() -> section.look(OptionalLong.of(5), Duration.ZERO))
        .doesNotThrowAnyException();
    assertThatCode(() -> section.look(OptionalLong.of(6), LONG)).doesNotThrowAnyException();
  }

  @Test
  void look_withATokenBelowThatOfTheLastTurn_throws() {
    section.turn(OptionalLong.of(5));
    assertThatIllegalStateException()
        .isThrownBy(() -> section.look(OptionalLong.of(4), Duration.ZERO))
        .withMessage("token 4 of a reader after 5");
  }

  @Test
  void look_whileAnotherTakesALongTurn_throws() throws InterruptedException {
    awaitFault(LONG, Duration.ZERO, "somebody reads while another writes");
  }

  @Test
  void look_whileAnotherTakesShortTurns_throws() throws InterruptedException {
    awaitFault(Duration.ZERO, LONG, "what is read changes meanwhile");
  }

  /** Looks again and again beside a thread that takes turns, until it says so. */
  private void awaitFault(Duration turn, Duration look, String message)
      throws InterruptedException {
    AtomicBoolean isOver = new AtomicBoolean();
    Thread other =
        new Thread(
            () -> {
              while (!isOver.get()) {
                section.turn(NO_TOKEN, turn);
              }
            });
    other.start();
    try {
      long from = System.nanoTime();
      while (System.nanoTime() - from < PATIENCE.toNanos()) {
        try {
          section.look(NO_TOKEN, look);
        } catch (IllegalStateException e) {
          if (message.equals(e.getMessage())) {
            return;
          }
        }
      }
      fail("not seen: " + message);
    } finally {
      isOver.set(true);
      other.join();
    }
  }

  @Test
  void draws_ofTokensBehindEachOther_areOne() {
    Section section = Section.local();
    for (long token : new long[] {7, 8, 9, 2000, 2001, 5000}) {
      section.turn(OptionalLong.of(token));
    }
    assertThat(section.draws()).isEqualTo(3);
  }
}
