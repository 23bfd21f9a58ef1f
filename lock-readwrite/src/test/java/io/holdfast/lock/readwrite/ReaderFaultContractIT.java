package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Tag;

/** Readers keep the contracts of faults. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class ReaderFaultContractIT {

  class DowngradeFault extends DowngradeFaultContract implements OfReadWriteLock {}

  class ReaderFault extends ReaderFaultContract implements OfReadWriteLock {}

  @Tag("long")
  class ReaderServerFault extends ReaderServerFaultContract implements OfReadWriteLock {}
}
