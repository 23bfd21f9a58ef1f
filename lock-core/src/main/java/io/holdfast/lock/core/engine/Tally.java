package io.holdfast.lock.core.engine;

import io.holdfast.lock.LockListener.Why;
import io.holdfast.lock.LockStatistics;
import io.holdfast.lock.LossCause;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Counts what happens to the locks of one kind, by additions only. Any thread.
 *
 * <p>An addition comes in the midst of changes that belong together. A {@code LongAdder} would need
 * more stack for its first addition under contention than a call makes sure of.
 */
public final class Tally implements LockStatistics.OfKind {

  /** Knows what there is now. */
  public interface Census {

    /** How many holds. */
    int held();

    /** How many who wait. */
    int waiting();

    /**
     * Shows each hold that a thread owns, with that thread and the name of the lock.
     *
     * @param of keeps these holds; a quorum and the client of one of its nodes are two
     */
    void eachOfAThread(Engine of, BiConsumer<Thread, String> action);
  }

  private final AtomicLong acquired = new AtomicLong();
  private final AtomicLong passedOn = new AtomicLong();
  private final AtomicLong released = new AtomicLong();
  private final AtomicLong renewed = new AtomicLong();
  private final Map<LossCause, AtomicLong> lost = adders(LossCause.class);
  private final Map<Why, AtomicLong> failed = adders(Why.class);
  private final WhenReleased whenReleased = new WhenReleased();
  private final Set<Census> censuses = ConcurrentHashMap.newKeySet();

  /** Nothing has happened yet. */
  public Tally() {}

  /** One for each; the map is never changed. */
  private static <E extends Enum<E>> Map<E, AtomicLong> adders(Class<E> type) {
    Map<E, AtomicLong> adders = new EnumMap<>(type);
    for (E one : type.getEnumConstants()) {
      adders.put(one, new AtomicLong());
    }
    return adders;
  }

  private static <E extends Enum<E>> AtomicLong adder(Map<E, AtomicLong> adders, E of) {
    return Objects.requireNonNull(adders.get(of), "which");
  }

  /** One more can tell what there is. */
  public void add(Census census) {
    censuses.add(census);
  }

  /** There is nothing any more that it could tell. */
  public void remove(Census census) {
    censuses.remove(census);
  }

  // ---- counting

  /** A hold began, or what nobody holds was granted. */
  public void countAcquired() {
    acquired.incrementAndGet();
  }

  /** A hold ended as another owner here has the lock. */
  public void countPassedOn() {
    passedOn.incrementAndGet();
  }

  /** A hold ended by release. */
  public void countReleased() {
    released.incrementAndGet();
  }

  /** A hold ends by release, if that is the answer. */
  public void countReleased(CompletableFuture<Boolean> answer) {
    if (!answer.isDone()) {
      answer.whenComplete(whenReleased);
    } else if (answer.isCompletedExceptionally() || answer.join()) {
      countReleased();
    }
  }

  /** Not a lambda: linking one takes more stack than a call may have left. */
  private final class WhenReleased implements BiConsumer<Boolean, @Nullable Throwable> {

    @Override
    public void accept(Boolean wasHeld, @Nullable Throwable thrown) {
      if (thrown != null || wasHeld) {
        countReleased();
      }
    }
  }

  /** A hold lasts longer. */
  public void countRenewed() {
    renewed.incrementAndGet();
  }

  /** A hold was lost. */
  public void countLost(LossCause cause) {
    adder(lost, cause).incrementAndGet();
  }

  /** An attempt failed. */
  public void countFailed(Why why) {
    adder(failed, why).incrementAndGet();
  }

  // ---- reading

  @Override
  public long acquired() {
    return acquired.get();
  }

  @Override
  public long passedOn() {
    return passedOn.get();
  }

  @Override
  public long released() {
    return released.get();
  }

  @Override
  public long renewed() {
    return renewed.get();
  }

  @Override
  public long lost(LossCause cause) {
    return adder(lost, cause).get();
  }

  @Override
  public long failed(Why why) {
    return adder(failed, why).get();
  }

  @Override
  public int held() {
    return now(Census::held);
  }

  @Override
  public int waiting() {
    return now(Census::waiting);
  }

  /** As {@link Census#eachOfAThread}. */
  public void eachOfAThread(Engine of, BiConsumer<Thread, String> action) {
    censuses.forEach(census -> census.eachOfAThread(of, action));
  }

  private int now(ToIntFunction<Census> number) {
    return censuses.stream().mapToInt(number).sum();
  }

  @Override
  public String toString() {
    return "acquired %s, passed on %s, released %s, held %s, waiting %s"
        .formatted(acquired, passedOn, released, held(), waiting());
  }
}
