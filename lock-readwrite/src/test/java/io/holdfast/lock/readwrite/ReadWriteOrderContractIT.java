package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Tag;

/** Who enters a read-write lock before whom, and who together. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class ReadWriteOrderContractIT {

  @Tag("long")
  class ReadWriteExclusion extends ReadWriteExclusionContract implements OfReadWriteLock {}

  class ReadWriteFairness extends ReadWriteFairnessContract implements OfReadWriteLock {}

  class ReadWriteOrder extends ReadWriteOrderContract implements OfReadWriteLock {}

  @Tag("long")
  class ReadWriteStreams extends ReadWriteStreamsContract implements OfReadWriteLock {}
}
