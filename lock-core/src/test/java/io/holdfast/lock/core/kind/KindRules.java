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
import com.tngtech.archunit.core.importer.Location;
import io.holdfast.lock.core.lease.Watched;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
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
import java.util.stream.Stream;

/** Rules for what a kind of lock must leave to the engine; each kind's module tests them. */
public final class KindRules {

  private KindRules() {}

  /**
   * Checks all main code of a module, and that its users see only the package of its factory.
   *
   * @param factory the factory of a kind
   */
  public static void checkModule(Class<?> factory) {
    check(mainCode(factory));
    assertThat(descriptor(factory).exports())
        .extracting(Object::toString)
        .containsExactly(factory.getPackageName());
  }

  /**
   * All main code of modules, whether they are directories of classes or jars.
   *
   * @param in a class of each module
   */
  public static JavaClasses mainCode(Class<?>... in) {
    List<Location> places = Stream.of(in).map(KindRules::place).map(KindRules::location).toList();
    JavaClasses classes = new ClassFileImporter().importLocations(places);
    assertThat(List.of(in)).as("main code in %s", places).allMatch(classes::contain);
    return classes;
  }

  /**
   * The descriptor of a class's module.
   *
   * @param in the class
   */
  public static ModuleDescriptor descriptor(Class<?> in) {
    return ModuleFinder.of(place(in)).findAll().iterator().next().descriptor();
  }

  private static Location location(Path place) {
    URI uri = place.toUri();
    return Location.of(Files.isDirectory(place) ? uri : URI.create("jar:" + uri + "!/"));
  }

  private static Path place(Class<?> factory) {
    return Path.of(
        URI.create(factory.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  /** Checks the code of a kind, wherever it is. */
  public static void check(JavaClasses classes) {
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
