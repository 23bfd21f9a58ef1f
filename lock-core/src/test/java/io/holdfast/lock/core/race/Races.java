package io.holdfast.lock.core.race;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.engine.AskRequest;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.GrantedLease;
import io.holdfast.lock.core.engine.Releases;
import io.holdfast.lock.core.engine.Renewal;
import io.holdfast.lock.core.inbox.Inbox;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.LeaseTerms;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import io.holdfast.lock.core.time.Deadline;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs operations of a class in many orders, by Lincheck's model checker: it treats every access to
 * shared memory as a place where the thread may be stopped. That is slow, so these tests are among
 * the integration tests although they need no server.
 *
 * <p>It does not find: effects of a weaker memory order than the program's; a park that lasts too
 * long, as a park may end at any time here; and orders with more stops than it tries.
 */
public final class Races {

  /** How much it tries: enough to find deliberate defects in a few seconds. */
  private static final int SCENARIOS = 4;

  private static final int ORDERS = 20;

  /** Each of which may take half a minute until Lincheck gives up. */
  private static final int TRIES = 3;

  private static final Set<String> NOT_SHARED =
      names(
          Deadline.class,
          Engine.class,
          Engine.Times.class,
          LeaseLostException.class,
          LockKeys.class,
          AskRequest.class,
          Renewal.class,
          ServerFailure.class,
          LeaseTerms.class);

  private static final Set<String> ONE_STEP =
      names(Background.class, GrantedLease.class, VirtualClock.class);

  private static final Logger LOG = LoggerFactory.getLogger(Races.class);

  /** Writing takes locks that are none of ours, in the midst of what is checked. */
  private static final List<Logger> SILENT =
      List.of(
          LoggerFactory.getLogger(Releases.class.getPackageName() + ".UntilAcknowledged"),
          LoggerFactory.getLogger(Inbox.class),
          LoggerFactory.getLogger(Inbox.class.getPackageName() + ".Recipients"));

  private Races() {}

  private static Set<String> names(Class<?>... classes) {
    return Stream.of(classes).map(Class::getName).collect(Collectors.toUnmodifiableSet());
  }

  /** Fails if in some order an operation throws, hangs, or leaves what is not valid. */
  public static void noRace(Class<?> operations) {
    check(operations, 1, options().iterations(SCENARIOS));
  }

  /** The same for two threads that do just this. */
  public static void noRaceOf(Class<?> operations, List<String> one, List<String> other) {
    noRaceOf(operations, List.of(), one, other);
  }

  /** The same after something that the first of the threads does before. */
  public static void noRaceOf(
      Class<?> operations, List<String> before, List<String> one, List<String> other) {
    ExecutionScenario scenario =
        new ExecutionScenario(
            actors(operations, before),
            List.of(actors(operations, one), actors(operations, other)),
            List.of(),
            actors(operations, List.of("validate")).get(0));
    check(operations, 0, options().iterations(0).addCustomScenario(scenario));
  }

  private static List<Actor> actors(Class<?> operations, List<String> names) {
    return names.stream().map(name -> actor(operations, name)).toList();
  }

  private static Actor actor(Class<?> operations, String name) {
    try {
      return new Actor(operations.getMethod(name), List.of());
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(operations + " has no " + name, e);
    }
  }

  private static ModelCheckingOptions options() {
    return new ModelCheckingOptions()
        .threads(2)
        .actorsPerThread(2)
        .minimizeFailedScenario(false)
        .verifier(NothingThrown.class);
  }

  private static void check(Class<?> operations, int aside, ModelCheckingOptions options) {
    ModelCheckingOptions all =
        options
            .invocationsPerIteration(aside == 0 ? 6 * ORDERS : ORDERS)
            .actorsBefore(aside)
            .actorsAfter(aside)
            .addGuarantee(forClasses(Races::isNotShared).allMethods().ignore())
            .addGuarantee(forClasses(Races::isOneStep).allMethods().treatAsAtomic());
    run(() -> all.check(operations));
  }

  /**
   * Classes that do not change, belong to one thread, or are not ours: no thread is stopped in
   * there.
   */
  private static boolean isNotShared(String className) {
    return className.startsWith("org.slf4j.")
        || className.equals("java.util.Formatter")
        || className.endsWith(".Waiter$Wish")
        || className.endsWith(".PassingOn")
        || NOT_SHARED.contains(className)
        || className.startsWith(AskReply.class.getName())
        || className.startsWith(Outcome.class.getName())
        || className.startsWith(ModelScripts.class.getName());
  }

  /** Classes that are shared only by whole calls: threads are stopped between them. */
  private static boolean isOneStep(String className) {
    return className.equals("java.util.concurrent.ConcurrentHashMap")
        || className.equals("java.util.concurrent.ConcurrentLinkedQueue")
        || className.equals("java.util.concurrent.CopyOnWriteArrayList")
        || className.startsWith("io.lettuce.")
        || className.contains("ModelPubSub")
        || className.endsWith("$Network")
        || className.endsWith(".gate.WaitQueue")
        || className.endsWith(".gate.Reachability")
        || ONE_STEP.contains(className);
  }

  /** Without logs. */
  private static void run(Runnable check) {
    prepare();
    int[] levels = new int[SILENT.size()];
    for (int i = 0; i < levels.length; i++) {
      levels[i] = setLevel(SILENT.get(i), Integer.MAX_VALUE);
    }
    try {
      boolean isDone = false;
      for (int i = 1; i < TRIES && !isDone; i++) {
        isDone = isDone(check);
      }
      if (!isDone) {
        check.run();
      }
    } finally {
      for (int i = 0; i < levels.length; i++) {
        setLevel(SILENT.get(i), levels[i]);
      }
    }
  }

  /**
   * False if Lincheck cannot tell: it reports a hang after half a minute, also if a busy machine is
   * still rewriting or initializing classes. A real hang or race comes again.
   */
  private static boolean isDone(Runnable check) {
    try {
      check.run();
      return true;
    } catch (LincheckAssertionError e) {
      String message = String.valueOf(e.getMessage());
      if (message.contains("has hung") || message.contains("Non-determinism found")) {
        LOG.warn("Once more, as this may be of the clock: {}", message);
        return false;
      }
      throw e;
    }
  }

  /** Returns the former one. */
  private static int setLevel(Logger logger, int level) {
    try {
      Field field = logger.getClass().getDeclaredField("currentLogLevel");
      field.setAccessible(true);
      int before = field.getInt(logger);
      field.setInt(logger, level);
      return before;
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("slf4j-simple keeps its level elsewhere", e);
    }
  }

  /** Loads classes that read files when they are first used, which Lincheck does not allow. */
  private static void prepare() {
    if (new LeaseLostException("a", 1, LossCause.GONE).getMessage() == null) {
      throw new IllegalStateException("has a message");
    }
    Nowhere.prepare();
  }

  /** Fails unless {@link #noRaceOf} does, and says that. */
  public static void assertRaceOf(
      Class<?> operations, List<String> one, List<String> other, String what) {
    assertRaceOf(operations, List.of(), one, other, what);
  }

  /** The same after something that the first of the threads does before. */
  public static void assertRaceOf(
      Class<?> operations, List<String> before, List<String> one, List<String> other, String what) {
    assertThatThrownBy(() -> noRaceOf(operations, before, one, other))
        .isInstanceOf(LincheckAssertionError.class)
        .hasMessageContaining(what);
  }

  /**
   * Runs it, with the threads that it starts, in many orders; fails if it throws or hangs in one.
   */
  public static void noRaceOf(Runnable run) {
    run(() -> Lincheck.runConcurrentTest(6 * ORDERS, run));
  }

  /** Fails unless {@link #noRaceOf(Runnable)} does, and says that. */
  public static void assertRaceOf(Runnable run, String what) {
    assertThatThrownBy(() -> noRaceOf(run))
        .isInstanceOf(LincheckAssertionError.class)
        .hasMessageContaining(what);
  }
}
