package io.holdfast.lock.readwrite.gate;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.engine.LockVerbs;
import io.holdfast.lock.core.gate.Companion;
import io.holdfast.lock.core.gate.Gates;
import io.holdfast.lock.core.gate.RecentNames;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lock.CohortGate;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The gates for the two sides of the read-write locks of one kind in one client. Any thread. */
final class ReadWriteGates {

  private final Gates writing;
  private final Gates reading;

  /** None in use yet. */
  ReadWriteGates(Gates.Client client, LockVerbs writers, LockVerbs readers) {
    RecentNames recent = new RecentNames();
    this.writing = new Gates(client, writers, LockKind.WRITE, CohortGate::new, new Readers());
    this.reading =
        new Gates(
            client,
            readers,
            LockKind.READ,
            (context, keys) -> new ReadGate(context, keys, recent, writing::validHold),
            new Writer());
  }

  /** Those of the write locks. */
  Gates writing() {
    return writing;
  }

  /** Those of the read locks. */
  Gates reading() {
    return reading;
  }

  /** What the gates of the write locks know of the readers. */
  private final class Readers implements Companion {

    /**
     * What nobody uses is given back before a writer asks. The writer does not wait behind a read
     * hold of its own that it has lost.
     */
    @Override
    public void beforeEntering(LockKeys keys, @Nullable Thread thread) {
      if (reading.find(keys) instanceof ReadGate readers) {
        reading.loseIfOver(keys, thread);
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
      return reading.validHold(keys, thread) == null
          ? Optional.empty()
          : Optional.of(
              "%s holds the read lock and would wait for itself: a read lock cannot become a write lock; release it first"
                  .formatted(thread));
    }
  }

  /**
   * What the gates of the read locks know of the writer: nothing of it is in the way of its own.
   */
  private final class Writer implements Companion {

    /** A reader does not wait behind a write hold of its own that it has lost. */
    @Override
    public void beforeEntering(LockKeys keys, @Nullable Thread thread) {
      writing.loseIfOver(keys, thread);
    }

    @Override
    public boolean isShared() {
      return true;
    }

    @Override
    public Optional<String> whyNoConditions() {
      return Optional.of("a read lock has no conditions; use the write lock");
    }
  }
}
