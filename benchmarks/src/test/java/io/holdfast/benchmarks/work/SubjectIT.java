package io.holdfast.benchmarks.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.benchmarks.subject.LockSubject;
import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every subject does every work that it can do. */
@ExtendWith(RedisServerExtension.class)
class SubjectIT {

  private static final int THREADS = 3;
  private static final Duration RUN = Duration.ofMillis(200);

  /** In the first a busy machine may do no more than load the classes. */
  private static final int MOST_RUNS = 50;

  private static final Duration SOON = Duration.ofMinutes(1);
  private static final List<Work> WITH_LOCKS =
      List.of(Work.OWN_LOCKS, Work.ONE_LOCK, Work.SHARED_NAMES, Work.REENTRY);

  @TempDir private Path directory;

  static Stream<Arguments> works() {
    return Stream.of(
            Stream.of(Subject.SPRING_SPIN, Subject.SPRING_PUB_SUB)
                .flatMap(subject -> WITH_LOCKS.stream().map(work -> Arguments.of(subject, work))),
            Stream.of(Work.values()).map(work -> Arguments.of(Subject.JUC, work)),
            Stream.of(Subject.REDISSON, Subject.HOLDFAST)
                .map(subject -> Arguments.of(subject, Work.SHARED_NAMES)))
        .flatMap(arguments -> arguments);
  }

  @ParameterizedTest
  @MethodSource("works")
  void work_thatTheSubjectCanDo_isDone(Subject subject, Work work, TestServer server)
      throws Exception {
    Load load = work == Work.SHARED_NAMES ? Load.ofNames(THREADS, 5) : Load.of(work, THREADS);
    try (LockSubject client = subject.open(server.uri())) {
      long writes = 0;
      Turns turns;
      int runs = 0;
      do {
        turns = WorkRun.run(client, task(load, 0));
        writes += turns.writes();
        runs++;
      } while (turns.inTime() == 0 && runs < MOST_RUNS);

      assertThat(turns.inTime()).isPositive();
      assertThat(changes(load)).isEqualTo(writes);
      if (work != Work.OWN_LOCKS && work != Work.REENTRY) {
        assertThat(turns.writes()).isEqualTo(turns.all());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SPRING_SPIN", "SPRING_PUB_SUB"})
  void oneLock_ofTwoClients_excludes(Subject subject, TestServer server) throws Exception {
    Load load = Load.of(Work.ONE_LOCK, 1);
    Section section = Section.on(file(), -1);
    try (LockSubject one = subject.open(server.uri());
        LockSubject other = subject.open(server.uri());
        TestThreads threads = TestThreads.open()) {
      for (int runs = 0; section.crossings() < 2 && runs < MOST_RUNS; runs++) {
        threads.start("one", () -> WorkRun.run(one, task(load, 0)));
        threads.start("other", () -> WorkRun.run(other, task(load, 1)));
        threads.joinAll(SOON);
      }
    }
    assertThat(section.crossings()).isGreaterThanOrEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(names = {"SPRING_SPIN", "SPRING_PUB_SUB"})
  void work_thatSpringCannotDo_isRefused(Subject subject, TestServer server) {
    try (LockSubject client = subject.open(server.uri())) {
      assertThatThrownBy(() -> client.fairLock("ab"))
          .isInstanceOf(UnsupportedOperationException.class);
      assertThatThrownBy(() -> client.semaphore("ab", 1))
          .isInstanceOf(UnsupportedOperationException.class);
    }
  }

  @Test
  void workers_ofJucInTwoJvms_areRefused(TestServer server) throws Exception {
    try (Workers workers = new Workers(Place.SERVER, List.of(server.uri()), List.of())) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> workers.run(Subject.JUC, Load.of(Work.ONE_LOCK, 1), 2, "ab", RUN))
          .withMessage("subject JUC: 2 JVMs, must be 1: its locks are known in one JVM only");
    }
  }

  @Test
  void kill_ofASubject_endsItsJvmsAndTheNextRunStartsNewOnes(TestServer server) throws Exception {
    try (Workers workers = new Workers(Place.SERVER, List.of(server.uri()), List.of())) {
      workers.run(Subject.JUC, Load.of(Work.ONE_LOCK, 1), 1, "ab", RUN);
      Set<Long> first = jvms();
      workers.kill(Subject.JUC);
      workers.kill(Subject.HOLDFAST); // has none
      assertThat(first).hasSize(1);
      assertThat(jvms()).isEmpty();

      workers.run(Subject.JUC, Load.of(Work.ONE_LOCK, 1), 1, "ab", RUN);
      assertThat(jvms()).hasSize(1).doesNotContainAnyElementsOf(first);
    }
  }

  private static Set<Long> jvms() {
    return ProcessHandle.current()
        .children()
        .filter(child -> child.info().command().filter(name -> name.endsWith("java")).isPresent())
        .map(ProcessHandle::pid)
        .collect(Collectors.toSet());
  }

  private Task task(Load load, int self) {
    return new Task(load, "ab", file().toString(), self, 0, RUN.toMillis());
  }

  private long changes(Load load) throws Exception {
    return Section.on(file(), -1, load.names()).turns();
  }

  private Path file() {
    return directory.resolve("section");
  }
}
