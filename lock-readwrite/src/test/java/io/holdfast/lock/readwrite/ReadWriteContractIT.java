package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.*;

/** The read-write lock keeps these contracts. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class ReadWriteContractIT {

  class Downgrade extends DowngradeContract implements OfReadWriteLock {}

  class ReadHold extends ReadHoldContract implements OfReadWriteLock {}

  class ReadWrite extends ReadWriteContract implements OfReadWriteLock {}

  class ReadWriteInspection extends ReadWriteInspectionContract implements OfReadWriteLock {}

  class ReadWriteReentry extends ReadWriteReentryContract implements OfReadWriteLock {}

  class ReadWriteToken extends ReadWriteTokenContract implements OfReadWriteLock {}

  class Sample extends SampleContract implements OfReadWriteLock {}

  class SharedEntry extends SharedEntryContract implements OfReadWriteLock {}

  class Upgrade extends UpgradeContract implements OfReadWriteLock {}
}
