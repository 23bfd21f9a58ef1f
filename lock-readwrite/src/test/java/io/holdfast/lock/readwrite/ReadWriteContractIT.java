package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;

/** The read-write lock keeps these contracts. */
class ReadWriteContractIT {

  @Nested
  class Downgrade extends DowngradeContract implements OfReadWriteLock {}

  @Nested
  class ReadHold extends ReadHoldContract implements OfReadWriteLock {}

  @Nested
  class ReadWrite extends ReadWriteContract implements OfReadWriteLock {}

  @Nested
  class ReadWriteInspection extends ReadWriteInspectionContract implements OfReadWriteLock {}

  @Nested
  class ReadWriteReentry extends ReadWriteReentryContract implements OfReadWriteLock {}

  @Nested
  class ReadWriteToken extends ReadWriteTokenContract implements OfReadWriteLock {}

  @Nested
  class Sample extends SampleContract implements OfReadWriteLock {}

  @Nested
  class SharedEntry extends SharedEntryContract implements OfReadWriteLock {}

  @Nested
  class Upgrade extends UpgradeContract implements OfReadWriteLock {}
}
