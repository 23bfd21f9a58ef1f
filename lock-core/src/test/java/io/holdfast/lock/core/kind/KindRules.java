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
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.holdfast.lock.core.lease.Watched;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
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
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;

/** What a kind of lock leaves to the engine: for the tests of each kind's module. */
public final class KindRules {

  private KindRules() {}

  /**
   * Checks all main code of the module whose tests run, and that its users see one package of it.
   *
   * @param exported that package
   */
  public static void checkModule(String exported) {
    Path main = Path.of("target", "classes");
    JavaClasses classes = new ClassFileImporter().importPath(main);
    assertThat(classes).as("main code").isNotEmpty();
    check(classes);
    assertThat(descriptor(main.resolve("module-info.class")).exports())
        .extracting(Object::toString)
        .containsExactly(exported);
  }

  private static ModuleDescriptor descriptor(Path file) {
    try (InputStream compiled = Files.newInputStream(file)) {
      return ModuleDescriptor.read(compiled);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
                    .or(assignableTo(Clock.class))
                    .or(type(Watched.class))))
        .because("waiting, and what comes by time, is the engine's")
        .check(classes);
    noCalls(Thread.class, "<init>|start|sleep|onSpinWait|join|interrupt", "threads", classes);
    noCalls(System.class, "currentTimeMillis|nanoTime", "the time", classes);
    noCalls(Instant.class, "now", "the time", classes);
    noCalls(Condition.class, "await.*", "waiting", classes);
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
