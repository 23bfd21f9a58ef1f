package io.holdfast.lock.core.gate;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.engine.LockVerbs;
import io.holdfast.lock.core.key.LockKeys;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The gates for the two sides of the read-write locks of one kind in one client. Any thread. */
public final class ReadWriteGates {

  private final Gates writing;
  private final Gates reading;

  /** None in use yet. */
  public ReadWriteGates(Gates.Client client, LockVerbs writers, LockVerbs readers) {
    RecentNames recent = new RecentNames();
    this.writing = new Gates(client, writers, LockKind.WRITE, SharedGate::new, new Readers());
    this.reading =
        new Gates(
            client,
            readers,
            LockKind.READ,
            (context, keys) -> new ReadGate(context, keys, recent, this::writeHold),
            new Writer());
  }

  /** Those of the write locks. */
  public Gates writing() {
    return writing;
  }

  /** Those of the read locks. */
  public Gates reading() {
    return reading;
  }

  /** The valid hold that the thread has of the write lock; null if none. Enters no monitor. */
  private @Nullable OwnedHold writeHold(LockKeys keys, @Nullable Thread thread) {
    return validHold(writing.find(keys), thread);
  }

  private static @Nullable OwnedHold validHold(@Nullable Gate gate, @Nullable Thread thread) {
    OwnedHold hold = holdOf(gate, thread);
    return hold != null && hold.isValid() ? hold : null;
  }

  /** Or a thread would wait behind a hold of its own that it does not have any more. */
  private static void loseIfOver(@Nullable Gate gate, @Nullable Thread thread) {
    OwnedHold hold = holdOf(gate, thread);
    if (hold != null && !hold.isValid()) {
      hold.holds().expire(hold);
    }
  }

  private static @Nullable OwnedHold holdOf(@Nullable Gate gate, @Nullable Thread thread) {
    return gate == null || thread == null ? null : gate.holdOf(thread);
  }

  /** What the gates of the write locks know of the readers. */
  private final class Readers implements Companion {

    /** What nobody uses is given back before a writer asks. */
    @Override
    public void beforeEntering(LockKeys keys, @Nullable Thread thread) {
      Gate gate = reading.find(keys);
      loseIfOver(gate, thread);
      if (gate instanceof ReadGate readers) {
        readers.yieldToWriter();
      }
    }

    /** That would be a writer beside a reader. */
    @Override
    public boolean mayPassOn(LockKeys keys) {
      return !(reading.find(keys) instanceof ReadGate readers && readers.isReadUnderWriter());
    }

    @Override
    public Optional<String> inTheWayOf(LockKeys keys, Thread thread) {
      return validHold(reading.find(keys), thread) == null
          ? Optional.empty()
          : Optional.of(
              "%s holds the read lock, and would wait for itself: a read lock does not become a write lock; release it first"
                  .formatted(thread));
    }
  }

  /**
   * What the gates of the read locks know of the writer: nothing of it is in the way of its own.
   */
  private final class Writer implements Companion {

    @Override
    public void beforeEntering(LockKeys keys, @Nullable Thread thread) {
      loseIfOver(writing.find(keys), thread);
    }

    @Override
    public Optional<String> whyNoConditions() {
      return Optional.of("a read lock has no conditions; the write lock has");
    }
  }
}
