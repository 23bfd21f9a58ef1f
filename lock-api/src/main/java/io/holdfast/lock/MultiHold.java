package io.holdfast.lock;

import java.time.Duration;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * One owner's turn with several locks, with a fencing token for each. It belongs to no thread: any
 * thread may close it.
 */
public interface MultiHold extends AutoCloseable {

  /** The hold of each name. They end with this one; do not close them one by one. */
  SortedMap<String, Hold> holds();

  /** The fencing token of each name, as {@link Hold#token()}. No round trip. */
  SortedMap<String, Long> tokens();

  /**
   * Whether none of them is released or lost, by the local monotonic clock. Once false it stays
   * false. No round trip.
   */
  boolean isValid();

  /** The shortest validity left among them. No round trip. */
  Duration remaining();

  /**
   * Makes each last at least {@code atLeast} from now, as {@link Hold#extend} does; a round trip
   * for each name. If it throws, some may have been extended.
   */
  void extend(Duration atLeast);

  /**
   * Ends each, and has the server keep its lock for {@code time} from now, as {@link
   * Hold#releaseAfter} does; a round trip for each name, the last first. If it throws, some may
   * have ended.
   */
  void releaseAfter(Duration time);

  /**
   * Runs {@code callback} once, on the callback executor, if one of them is lost; at once if one is
   * already lost. Never runs it after a release of all.
   */
  void onLost(Consumer<LossCause> callback);

  /**
   * Releases all, the last first, even if another one throws. A second call does nothing.
   *
   * @throws LeaseLostException if one was lost before; further losses are suppressed in it
   */
  @Override
  void close();

  /** The same without waiting; completes when all are released, or fails as {@link #close()}. */
  CompletableFuture<Void> releaseAsync();
}
