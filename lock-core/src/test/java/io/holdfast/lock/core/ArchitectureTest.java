package io.holdfast.lock.core;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaModifier.SYNCHRONIZED;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.kind.KindRules;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Timer;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The direction of dependencies, and what main code must not use. */
class ArchitectureTest {

  /** Main code of lock-api and lock-core, read once. */
  private static final JavaClasses MAIN = KindRules.mainCode(LockKind.class, HoldfastClient.class);

  @Test
  void main_imported_isThere() {
    assertThat(MAIN.contain(HoldfastClient.class)).isTrue();
    assertThat(MAIN.contain(io.holdfast.lock.DistributedLock.class)).isTrue();
    assertThat(MAIN.contain(ArchitectureTest.class)).isFalse();
  }

  @Test
  void api_dependsOn_nothingButTheJdk() {
    classes()
        .that()
        .resideInAPackage("io.holdfast.lock")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "io.holdfast.lock", "org.jspecify.annotations")
        .check(MAIN);
  }

  @Test
  void packagesOfCore_amongEachOther_areFreeOfCycles() {
    slices().matching("io.holdfast.lock.core.(*)..").should().beFreeOfCycles().check(MAIN);
  }

  @Test
  void methods_inMain_areNotSynchronized() {
    noMethods().should().haveModifier(SYNCHRONIZED).check(MAIN);
  }

  @Test
  @DisplayName("failure 16: the wall clock of the client jumps")
  void main_timesItself_byTheMonotonicClockOnly() {
    noClasses()
        .that()
        .doNotHaveSimpleName("LockCondition") // Condition.awaitUntil is given a Date
        .should()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Clock.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Timer.class)
        .check(MAIN);
  }

  @Test
  void main_neverSleeps() {
    noClasses().should().callMethod(Thread.class, "sleep", long.class).check(MAIN);
  }

  @Test
  @DisplayName("failure 74: every waiter has a deadline, or a timer that looks after it")
  void main_neverParksWithoutATime() {
    noClasses()
        .should()
        .callMethod(LockSupport.class, "park")
        .orShould()
        .callMethod(LockSupport.class, "park", Object.class)
        .orShould()
        .callMethod(Object.class, "wait")
        .check(MAIN);
  }

  @Test
  void lowerPackages_knowNothingOfTheGate() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "..core.engine..",
            "..core.lease..",
            "..core.inbox..",
            "..core.server..",
            "..core.script..",
            "..core.key..",
            "..core.jfr..",
            "..core.time..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "..core.gate..",
            "..core.lock..",
            "..core.kind..",
            "..core.verbs..",
            "io.holdfast.lock.core")
        .check(MAIN);
  }

  /** Its classes cannot be loaded where the module jdk.jfr is missing. */
  @Test
  void flightRecorder_always_isKnownBehindOneDoor() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..core.jfr..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("jdk.jfr..")
        .check(MAIN);
    noClasses()
        .that()
        .areNotAssignableTo("jdk.jfr.Event")
        .and()
        .doNotHaveSimpleName("JfrRecorder")
        .and()
        .doNotHaveSimpleName("RecordedLock")
        .should()
        .dependOnClassesThat()
        .areAssignableTo("jdk.jfr.Event")
        .check(MAIN);
    noClasses()
        .that()
        .doNotHaveSimpleName("RecorderOfJvm")
        .should()
        .dependOnClassesThat()
        .haveSimpleName("JfrRecorder")
        .check(MAIN);
  }

  /** The plain lock is built on what each kind gets, as the kinds of other modules are. */
  @Test
  void frame_always_knowsNoLockThatIsBuiltOnIt() {
    noClasses()
        .that()
        .resideInAPackage("..core.gate..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("..core.lock..", "..core.kind..", "..core.verbs..")
        .check(MAIN);
  }

  /** As the modules of the other kinds do. */
  @Test
  void plainLock_always_leavesToTheFrameWhatIsTheFrames() {
    KindRules.check(MAIN.that(resideInAPackage("..core.lock..")));
  }

  @Test
  void core_always_namesNoKindOfAModule() {
    noClasses()
        .that()
        .resideInAPackage("io.holdfast.lock.core..")
        .should()
        .dependOnClassesThat()
        .haveNameMatching(
            "io\\.holdfast\\.lock\\.(Permit|PermitPool|PoolInspection.*|DistributedSemaphore|DistributedCountDownLatch|DistributedReadWriteLock|ReadWriteInspection)")
        .check(MAIN);
    for (LockKind kind :
        List.of(
            LockKind.FAIR,
            LockKind.READ,
            LockKind.WRITE,
            LockKind.QUORUM,
            LockKind.POOL,
            LockKind.SEMAPHORE,
            LockKind.LATCH)) {
      noClasses()
          .that()
          .resideInAPackage("io.holdfast.lock.core..")
          .should()
          .accessField(LockKind.class, kind.name())
          .check(MAIN);
    }
    noClasses()
        .that()
        .resideInAPackage("io.holdfast.lock.core..")
        .should()
        .haveNameMatching(
            ".*\\.[\\w$]*(Fair|Read|Write|Pair|Beside|Quorum|RedLock|Pool|Permit|Semaphore|Latch)[\\w$]*")
        .check(MAIN);
  }

  @Test
  void exportsOfTheModule_always_areTheseOnly() {
    assertThat(KindRules.descriptor(HoldfastClient.class).exports())
        .extracting(exports -> exports.source() + " to " + new TreeSet<>(exports.targets()))
        .containsExactlyInAnyOrder(
            "io.holdfast.lock.core to []",
            "io.holdfast.lock.core.gate to [io.holdfast.lock.cli, io.holdfast.lock.fair, io.holdfast.lock.readwrite, io.holdfast.lock.redlock, io.holdfast.lock.semaphore]",
            "io.holdfast.lock.core.lock to [io.holdfast.lock.readwrite, io.holdfast.lock.redlock]",
            "io.holdfast.lock.core.kind to [io.holdfast.lock.fair, io.holdfast.lock.readwrite, io.holdfast.lock.redlock, io.holdfast.lock.semaphore]",
            "io.holdfast.lock.core.verbs to [io.holdfast.lock.readwrite, io.holdfast.lock.redlock, io.holdfast.lock.semaphore]",
            "io.holdfast.lock.core.script to [io.holdfast.lock.readwrite, io.holdfast.lock.redlock, io.holdfast.lock.semaphore]",
            "io.holdfast.lock.core.key to [io.holdfast.lock.cli, io.holdfast.lock.fair, io.holdfast.lock.readwrite, io.holdfast.lock.redlock, io.holdfast.lock.semaphore]",
            "io.holdfast.lock.core.server to [io.holdfast.lock.cli, io.holdfast.lock.redlock, io.holdfast.lock.semaphore]",
            "io.holdfast.lock.core.engine to [io.holdfast.lock.fair, io.holdfast.lock.readwrite, io.holdfast.lock.redlock, io.holdfast.lock.semaphore]",
            "io.holdfast.lock.core.deadlock to [io.holdfast.lock.cli, io.holdfast.lock.redlock]",
            "io.holdfast.lock.core.node to [io.holdfast.lock.redlock]",
            "io.holdfast.lock.core.inbox to [io.holdfast.lock.redlock]",
            "io.holdfast.lock.core.lease to [io.holdfast.lock.readwrite, io.holdfast.lock.redlock, io.holdfast.lock.semaphore]",
            "io.holdfast.lock.core.time to [io.holdfast.lock.redlock]");
  }
}
