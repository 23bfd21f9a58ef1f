package io.holdfast.lock.contract.jdk;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;

/** The JDK's latch keeps these contracts. */
class JdkLatchContractIT {

  @Nested
  class Latch extends LatchContract implements OfJdkLatch {}
}
