package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** Readers keep the contracts of faults. */
class ReaderFaultContractIT {

  @Nested
  class DowngradeFault extends DowngradeFaultContract implements OfReadWriteLock {}

  @Nested
  class ReaderFault extends ReaderFaultContract implements OfReadWriteLock {}

  @Nested
  class ReaderLostMessage extends ReaderLostMessageContract implements OfReadWriteLock {}

  @Nested
  @Tag("long")
  class ReaderServerFault extends ReaderServerFaultContract implements OfReadWriteLock {}
}
