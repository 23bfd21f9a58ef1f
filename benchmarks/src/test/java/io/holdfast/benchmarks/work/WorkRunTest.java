package io.holdfast.benchmarks.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.benchmarks.subject.LockSubject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkRunTest {

  private static final int THREADS = 4;
  private static final int PERMITS = 2;
  private static final int WASTE = 100_000;
  private static final Semaphore NO_PERMITS = new Semaphore(0);
  private static final Duration SECTION = Duration.ofNanos(20_000);

  /** So long that threads have turns also if the machine does other things for a while. */
  private static final Duration RUN = Duration.ofSeconds(1);

  /** So long that they meet there for certain. */
  private static final Duration LONG_SECTION = Duration.ofMillis(5);

  @TempDir private Path directory;

  private final ReentrantLock exclusive = new ReentrantLock();
  private final ReentrantReadWriteLock pair = new ReentrantReadWriteLock(true);
  private final LockSubject subject = withPermits(PERMITS);

  @Test
  void run_ofOneLock_changesTheSectionInEveryTurn() throws Exception {
    Turns turns = WorkRun.run(subject, task(Load.of(Work.ONE_LOCK, THREADS)));

    assertThat(turns.inTime()).isPositive().isLessThanOrEqualTo(turns.all());
    assertThat(turns.writes()).isEqualTo(turns.all()).isEqualTo(changes());
    assertThat(turns.waits().count()).isEqualTo(turns.all());
    assertThat(turns.writeWaits()).isEqualTo(turns.waits());
  }

  @Test
  void run_ofTurnsThatAllocate_countsThat() throws Exception {
    LockSubject wasteful =
        new LocalSubject(new WastefulLock(WASTE), pair.readLock(), pair.writeLock(), NO_PERMITS);
    Turns turns = WorkRun.run(wasteful, task(Load.of(Work.ONE_LOCK, THREADS)));

    assertThat(turns.allocatedBytes() / turns.all()).isBetween((long) WASTE, 2L * WASTE);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 50})
  void run_ofReadersAndWriters_drawsSoManyWrites(int writePercent) throws Exception {
    Load load = Load.ofReadersAndWriters(THREADS, writePercent, Duration.ZERO);
    Turns turns = WorkRun.run(subject, task(load));

    assertThat(turns.writes()).isEqualTo(changes());
    assertThat(100.0 * turns.writes() / turns.all())
        .isBetween(writePercent * 0.5, writePercent * 1.5);
    assertThat(turns.writeWaits().longestMillis())
        .isPositive()
        .isLessThanOrEqualTo(turns.waits().longestMillis());
  }

  @Test
  void run_ofReadersOnly_changesNothing() throws Exception {
    Turns turns = WorkRun.run(subject, task(Load.ofReadersAndWriters(THREADS, 0, SECTION)));

    assertThat(turns.inTime()).isPositive();
    assertThat(turns.writes()).isZero();
    assertThat(changes()).isZero();
    assertThat(turns.writeWaits().count()).isZero();
  }

  @Test
  void run_ofReadersAndWritersThatDoNotExcludeEachOther_fails() {
    LockSubject broken =
        new LocalSubject(exclusive, pair.readLock(), new ReentrantLock(), new Semaphore(1));

    assertThatThrownBy(
            () -> WorkRun.run(broken, task(Load.ofReadersAndWriters(THREADS, 50, LONG_SECTION))))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @EnumSource(names = {"ONE_SEMAPHORE", "ONE_FAIR_SEMAPHORE", "ONE_PERMIT_POOL"})
  void run_ofPermits_changesTheSectionInEveryTurn(Work work) throws Exception {
    Turns turns = WorkRun.run(subject, task(Load.ofPermits(work, THREADS, PERMITS, SECTION)));

    assertThat(turns.inTime()).isPositive().isLessThanOrEqualTo(turns.all());
    assertThat(turns.writes()).isEqualTo(turns.all()).isEqualTo(changes());
    assertThat(turns.waits().longestMillis()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, PERMITS})
  void run_ofMorePermitsThanThereShouldBe_fails(int permits) {
    Load load = Load.ofPermits(Work.ONE_SEMAPHORE, THREADS, permits, LONG_SECTION);

    assertThatThrownBy(() -> WorkRun.run(withPermits(permits + 1), task(load)))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(IllegalStateException.class)
        .hasMessageContaining("inside at once");
  }

  @Test
  void run_ofSharedNames_changesTheSectionOfTheNameInEveryTurn() throws Exception {
    Turns turns = WorkRun.run(subject, task(Load.ofNames(THREADS, 100)));

    assertThat(turns.inTime()).isPositive();
    Section sections = Section.on(file(), -1, 100);
    assertThat(sections.turns()).isEqualTo(turns.all()).isEqualTo(turns.writes());
    assertThat(sections.part(0).turns())
        .isPositive()
        .isGreaterThan(sections.part(1).turns())
        .isLessThan(turns.all());
  }

  @Test
  void run_ofSharedNamesWithoutExclusion_fails() {
    LockSubject broken =
        new LocalSubject(pair.readLock(), pair.readLock(), pair.writeLock(), new Semaphore(1));

    assertThatThrownBy(
            () -> WorkRun.run(broken, task(Load.ofNames(THREADS, 2).withSection(LONG_SECTION))))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("inside at once");
  }

  @Test
  void run_ofOneLockWithASection_holdsItSoLong() throws Exception {
    Turns turns =
        WorkRun.run(subject, task(Load.of(Work.ONE_LOCK, THREADS).withSection(LONG_SECTION)));

    assertThat(turns.all() * LONG_SECTION.toNanos()).isPositive().isLessThan(turns.lastedNanos());
  }

  @Test
  void run_atARate_beginsSoManyTurns() throws Exception {
    Turns turns = WorkRun.run(subject, task(Load.of(Work.ONE_LOCK, THREADS).atRate(500)));

    assertThat(turns.all()).isBetween(400L, 600L); // more than four standard deviations
    assertThat(turns.waits().count()).isEqualTo(turns.all());
  }

  /** 5 ms a turn, 400 turns in a second: those of the first second take two. */
  @Test
  void run_atARateThatCannotBeBorne_countsWaitsFromTheIntendedStarts() throws Exception {
    Turns turns =
        WorkRun.run(
            subject, task(Load.of(Work.ONE_LOCK, THREADS).withSection(LONG_SECTION).atRate(400)));

    assertThat(turns.all()).isBetween(320L, 480L);
    assertThat(turns.inTime()).isLessThanOrEqualTo(turns.nanos() / LONG_SECTION.toNanos());
    assertThat(turns.waits().longestMillis()).isGreaterThan(500);
    assertThat(turns.waits().millisAt(50)).isGreaterThan(100);
  }

  @Test
  void task_asALineAndBack_isTheSame() {
    Task task = task(new Load(Work.SHARED_NAMES, 3, 10, 8, SECTION, 1000, 0.5));
    assertThat(Task.parse(task.toLine())).isEqualTo(task);
  }

  @Test
  void turns_asALineAndBack_areTheSame() {
    Waits waits = Waits.none();
    waits.add(20);
    waits.add(3_000_000);
    Turns turns = new Turns(1, 2, 3, 4, 5, 6, 7, 8, waits, Waits.none());
    assertThat(Turns.parse(turns.toLine())).isEqualTo(turns);
  }

  /** Allocates so many bytes whenever it is locked. */
  private static final class WastefulLock extends ReentrantLock {

    private static final long serialVersionUID = 1;

    private final int bytes;
    private transient byte[] waste = {};

    WastefulLock(int bytes) {
      this.bytes = bytes;
    }

    @Override
    public void lock() {
      super.lock();
      waste = new byte[bytes + waste.length % 2]; // kept, or it might never be made
    }
  }

  private LockSubject withPermits(int permits) {
    return new LocalSubject(exclusive, pair.readLock(), pair.writeLock(), new Semaphore(permits));
  }

  private Task task(Load load) {
    return new Task(load, "any", file().toString(), 0, 0, RUN.toMillis());
  }

  private long changes() throws Exception {
    return Section.on(file(), -1).turns();
  }

  private Path file() {
    return directory.resolve("section");
  }
}
