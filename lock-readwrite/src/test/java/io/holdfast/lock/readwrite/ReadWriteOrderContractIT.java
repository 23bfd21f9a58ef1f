package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** Who enters a read-write lock before whom, and who together. */
class ReadWriteOrderContractIT {

  @Nested
  @Tag("long")
  class ReadWriteExclusion extends ReadWriteExclusionContract implements OfReadWriteLock {}

  @Nested
  class ReadWriteFairness extends ReadWriteFairnessContract implements OfReadWriteLock {}

  @Nested
  class ReadWriteOrder extends ReadWriteOrderContract implements OfReadWriteLock {}

  @Nested
  @Tag("long")
  class ReadWriteStreams extends ReadWriteStreamsContract implements OfReadWriteLock {}
}
