package io.holdfast.lock.contract.jdk;

import io.holdfast.lock.contract.*;

/** The JDK's latch keeps these contracts. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class JdkLatchContractIT {

  class Latch extends LatchContract implements OfJdkLatch {}
}
