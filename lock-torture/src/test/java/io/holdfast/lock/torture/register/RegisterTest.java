package io.holdfast.lock.torture.register;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.process.JvmProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegisterTest {

  @TempDir Path directory;
  private Resource resource;

  @BeforeEach
  void open() {
    resource = Register.open(directory.resolve("register")).resource("orders");
  }

  private static void noWork() {}

  private static long soon() {
    return System.nanoTime() + Duration.ofMinutes(1).toNanos();
  }

  private static long past() {
    return System.nanoTime() - 1;
  }

  @Test
  void enter_oneAfterTheOther_seesNobody() {
    for (int hold = 1; hold <= 200; hold++) {
      try (Visit visit = resource.enter(hold, hold, soon())) {
        assertThat(visit.overlapped()).isEmpty();
      }
    }
    assertThat(resource.report())
        .satisfies(report -> assertThat(report.visits()).isEqualTo(200))
        .satisfies(report -> assertThat(report.overlaps()).isZero())
        .satisfies(report -> assertThat(report.inside()).isEmpty());
  }

  @Test
  void enter_anotherInsideWithinItsDeadline_isAnOverlap() {
    Visit first = resource.enter(1, 11, soon());
    Visit second = resource.enter(2, 12, soon());

    assertThat(second.overlapped())
        .containsExactly(new Resource.Occupant(1, ProcessHandle.current().pid(), 11, false));
    assertThat(resource.report().overlaps()).isOne();
    assertThat(resource.report().inside()).containsExactlyInAnyOrder(1L, 2L);
    first.close();
    first.close();
    second.close();
    assertThat(resource.report().missedLeaves()).isZero();
  }

  @Test
  void enter_anotherInsidePastItsDeadline_isALateOverlap() {
    Visit first = resource.enter(1, 11, past());
    assertThat(resource.enter(2, 12, soon()).overlapped())
        .singleElement()
        .matches(Resource.Occupant::isLate);
    first.believes(soon());
    assertThat(resource.enter(3, 13, soon()).overlapped())
        .hasSize(2)
        .noneMatch(o -> o.hold() == 1 && o.isLate());
    assertThat(resource.report().lateOverlaps()).isOne();
    assertThat(resource.report().overlaps()).isEqualTo(2);
  }

  @Test
  void write_lowerToken_isRefusedAndChangesNothing() {
    Visit old = resource.enter(1, 5, past());
    Visit present = resource.enter(2, 6, soon());
    assertThat(old.write(50)).isTrue();
    assertThat(present.write(60)).isTrue();

    assertThat(old.write(51)).isFalse();
    assertThat(old.claim()).isFalse();
    assertThat(old.fence(RegisterTest::noWork)).isFalse();

    ResourceReport report = resource.report();
    assertThat(report.writes()).isEqualTo(new ResourceReport.Writes(2, 3, 0, 0));
    assertThat(report.fenced().value()).isEqualTo(60);
    assertThat(report.token()).isEqualTo(6);
  }

  @Test
  void write_lowerTokenOfAValidHold_isCountedApart() {
    resource.enter(1, 6, soon()).claim();
    assertThat(resource.enter(2, 5, soon()).claim()).isFalse();
    assertThat(resource.report().writes().refusedValid()).isOne();
  }

  @Test
  void look_byAReaderThatWasOvertaken_isRefusedAndCountedApartIfItsHoldIsValid() {
    try (Visit writer = resource.enter(1, 5, future())) {
      assertThat(writer.fence(RegisterTest::noWork)).isTrue();
    }
    assertThat(resource.look(5, future())).isTrue();
    assertThat(resource.look(9, future())).isTrue();
    assertThat(resource.report().writes().refused()).isZero();

    assertThat(resource.look(4, System.nanoTime() - 1)).isFalse();
    assertThat(resource.report().writes().refused()).isOne();
    assertThat(resource.report().writes().refusedValid()).isZero();
    assertThat(resource.look(4, future())).isFalse();
    assertThat(resource.report().writes().refused()).isEqualTo(2);
    assertThat(resource.report().writes().refusedValid()).isOne();
    assertThat(resource.report().overlaps()).isZero();
  }

  private static long future() {
    return System.nanoTime() + 60_000_000_000L;
  }

  @Test
  void write_sameTokenOfAnotherHold_isATwin() {
    Visit one = resource.enter(1, 5, soon());
    assertThat(one.claim()).isTrue();
    assertThat(one.claim()).isTrue();
    assertThat(resource.report().writes().twins()).isZero();
    assertThat(resource.enter(2, 5, soon()).claim()).isTrue();
    assertThat(resource.report().writes().twins()).isOne();
  }

  @Test
  void fence_overtakenWhileItWorks_isRefusedAndTheOtherUpdateIsKept() {
    Visit old = resource.enter(1, 5, past());
    boolean accepted =
        old.fence(
            () -> assertThat(resource.enter(2, 6, soon()).fence(RegisterTest::noWork)).isTrue());
    assertThat(accepted).isFalse();
    assertThat(resource.report().fenced()).isEqualTo(new ResourceReport.Updates(2, 1, 1));
    assertThat(resource.report().fenced().isExact()).isTrue();
  }

  @Test
  void fence_sameTokenWhileItWorks_losesAnUpdateAndShowsIt() {
    Visit one = resource.enter(1, 5, soon());
    one.fence(() -> resource.enter(2, 5, soon()).fence(RegisterTest::noWork));
    assertThat(resource.report().fenced().lost()).isOne();
  }

  @Test
  void count_anotherWhileItWorks_losesAnUpdateAndShowsIt() {
    Visit one = resource.enter(1, 5, soon());
    one.count(() -> resource.enter(2, 6, soon()).count(RegisterTest::noWork));
    assertThat(resource.report().counted()).isEqualTo(new ResourceReport.Updates(2, 2, 1));
    assertThat(resource.report().counted().lost()).isOne();
  }

  @Test
  void fence_manyThreadsWithoutAnyLock_neverLosesAnAcceptedUpdate() throws InterruptedException {
    AtomicLong tokens = new AtomicLong();
    try (TestThreads threads = TestThreads.open()) {
      var unused =
          threads.start(
              4,
              "owner",
              () -> {
                for (int i = 0; i < 20_000; i++) {
                  long token = tokens.incrementAndGet();
                  try (Visit visit = resource.enter(token, token, soon())) {
                    visit.fence(Thread::onSpinWait);
                  }
                }
              });
      threads.joinAll();
    }
    ResourceReport.Updates fenced = resource.report().fenced();
    assertThat(fenced.begun()).isEqualTo(80_000);
    assertThat(fenced.value()).isEqualTo(fenced.done());
  }

  @Test
  void turn_manyThreadsWithALock_showsNothing() throws InterruptedException {
    ReentrantLock lock = new ReentrantLock();
    AtomicLong tokens = new AtomicLong();
    try (TestThreads threads = TestThreads.open()) {
      var unused =
          threads.start(
              4,
              "owner",
              () -> {
                for (int i = 0; i < 5_000; i++) {
                  lock.lock();
                  try {
                    long token = tokens.incrementAndGet();
                    try (Visit visit = resource.enter(token, token, soon())) {
                      visit.count(RegisterTest::noWork);
                      visit.fence(RegisterTest::noWork);
                    }
                  } finally {
                    lock.unlock();
                  }
                }
              });
      threads.joinAll();
    }
    ResourceReport report = resource.report();
    assertThat(report.overlaps() + report.lateOverlaps() + report.writes().refused()).isZero();
    assertThat(report.counted()).isEqualTo(new ResourceReport.Updates(20_000, 20_000, 20_000));
    assertThat(report.fenced()).isEqualTo(new ResourceReport.Updates(20_000, 20_000, 20_000));
  }

  /** Enters with the deadline it is told, says so, and stays. */
  static final class Occupier {
    public static void main(String[] arguments) throws InterruptedException {
      long millis = Long.parseLong(arguments[1]);
      Visit visit =
          Register.open(Path.of(arguments[0]))
              .resource("orders")
              .enter(77, 7, System.nanoTime() + Duration.ofMillis(millis).toNanos());
      System.out.println("inside " + visit.overlapped());
      Thread.sleep(Duration.ofMinutes(1).toMillis());
    }
  }

  private JvmProcess occupier(Duration stay) throws InterruptedException {
    JvmProcess jvm =
        JvmProcess.start(
            Occupier.class,
            directory.resolve("register").toString(),
            Long.toString(stay.toMillis()));
    jvm.awaitLine("inside");
    return jvm;
  }

  @Test
  void enter_anotherProcessKilledInside_excludesToItsDeadlineAndIsThenRepaired()
      throws InterruptedException {
    try (JvmProcess jvm = occupier(Duration.ofSeconds(60))) {
      jvm.kill();
      assertThat(resource.enter(1, 8, soon()).overlapped())
          .as("a dead owner excludes as long as its lease")
          .extracting(Resource.Occupant::hold)
          .containsExactly(77L);
    }
  }

  @Test
  void enter_anotherProcessKilledInsideAndDeadlineOver_isRepaired() throws InterruptedException {
    try (JvmProcess jvm = occupier(Duration.ZERO)) {
      assertThat(resource.enter(1, 8, soon()).overlapped())
          .as("alive: it may go on writing")
          .extracting(Resource.Occupant::isLate)
          .containsExactly(true);
      jvm.kill();
      assertThat(resource.enter(2, 9, soon()).overlapped())
          .extracting(Resource.Occupant::hold)
          .containsExactly(1L);
      assertThat(resource.report().abandoned()).isOne();
      assertThat(resource.report().inside()).doesNotContain(77L);
    }
  }

  @Test
  void enter_notPositive_isRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> resource.enter(0, 1, soon()));
  }

  @Test
  void enter_moreThanThereAreSeats_saysSo() {
    List<Visit> visits = new ArrayList<>();
    for (int hold = 1; hold <= Page.SEATS; hold++) {
      visits.add(resource.enter(hold, hold, soon()));
    }
    assertThatIllegalStateException().isThrownBy(() -> resource.enter(99, 99, soon()));
    visits.get(0).close();
    assertThat(resource.enter(99, 99, soon()).overlapped()).hasSize(Page.SEATS - 1);
  }

  @Test
  void resource_manyNames_areToldApartUntilItIsFull() {
    Register register = Register.open(directory.resolve("full"));
    for (int i = 0; i < Register.CAPACITY; i++) {
      register.resource("name-" + i).enter(1, 1, soon()).count(RegisterTest::noWork);
    }
    register.resource("name-3").enter(2, 2, soon()).count(RegisterTest::noWork);
    assertThat(Register.read(directory.resolve("full")))
        .hasSize(Register.CAPACITY)
        .allMatch(report -> report.counted().done() == (report.lock().equals("name-3") ? 2 : 1));
    assertThatIllegalStateException().isThrownBy(() -> register.resource("one more"));
  }

  @Test
  void read_noFile_isNothing() {
    assertThat(Register.read(directory.resolve("none"))).isEmpty();
  }

  @Test
  void moments_areThoseInWhichItHappened() {
    long before = System.nanoTime();
    try (Visit first = resource.enter(1, 11, soon());
        Visit second = resource.enter(2, 12, soon())) {
      assertThat(second.claim()).isTrue();
      assertThat(first.claim()).isFalse();
    }
    long after = System.nanoTime();
    ResourceReport.Moments moments = resource.report().moments();
    assertThat(List.of(moments.overlaps(), moments.refusals()))
        .allSatisfy(
            found ->
                assertThat(found)
                    .singleElement()
                    .satisfies(
                        nanos ->
                            assertThat(nanos)
                                .isBetween(before - ResourceReport.Moments.LENGTH_NANOS, after)));
  }

  @Test
  void moments_nothingHappened_areNone() {
    resource.enter(1, 11, past()).close();
    ResourceReport.Moments moments = resource.report().moments();
    assertThat(moments).isEqualTo(new ResourceReport.Moments(List.of(), List.of()));
  }
}
