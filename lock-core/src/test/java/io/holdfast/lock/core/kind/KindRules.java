package io.holdfast.lock.core.kind;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.conditions.ArchConditions.accessTargetWhere;
import static com.tngtech.archunit.lang.conditions.ArchConditions.dependOnClassesThat;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.holdfast.lock.core.lease.Watched;
import java.util.Timer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;

/** What a kind of lock leaves to the engine: for the tests of each kind's module. */
public final class KindRules {

  private KindRules() {}

  /** Checks all that is in this package but its tests. */
  public static void check(String packageName) {
    check(
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(packageName));
  }

  static void check(JavaClasses classes) {
    noClasses()
        .should(
            dependOnClassesThat(
                assignableTo(LockSupport.class)
                    .or(assignableTo(AbstractOwnableSynchronizer.class))
                    .or(assignableTo(CountDownLatch.class))
                    .or(assignableTo(CyclicBarrier.class))
                    .or(assignableTo(Phaser.class))
                    .or(assignableTo(Semaphore.class))
                    .or(assignableTo(BlockingQueue.class))
                    .or(assignableTo(Executor.class))
                    .or(assignableTo(Executors.class))
                    .or(assignableTo(Timer.class))
                    .or(type(Watched.class))))
        .because("waiting, and what comes by time, is the engine's")
        .check(classes);
    noCalls(Thread.class, "<init>|start|sleep|onSpinWait|join|interrupt", "threads", classes);
    noCalls(TimeUnit.class, "sleep|timedWait|timedJoin", "waiting", classes);
    noCalls(Object.class, "wait|notify|notifyAll", "waiting", classes);
    noCalls(
        Future.class,
        "get|join|complete|completeExceptionally|completeAsync|completeOnTimeout|obtrude.*|orTimeout"
            + "|delayedExecutor",
        "how a future ends, and who waits for it",
        classes);
    noCalls(CompletableFuture.class, "<init>", "to see that a future ends", classes);
    noClasses()
        .should(dependOnClassesThat(resideInAnyPackage("io.lettuce..", "io.netty..")))
        .because("connections are the engine's")
        .check(classes);
  }

  private static void noCalls(
      Class<?> of, String names, String whatIsTheEngines, JavaClasses classes) {
    noClasses()
        .should(accessTargetWhere(target(owner(assignableTo(of))).and(target(nameMatching(names)))))
        .because(whatIsTheEngines + ": that is the engine's")
        .check(classes);
  }
}
