package io.holdfast.lock.contract.jdk;

import io.holdfast.lock.contract.LatchFixture;
import io.holdfast.lock.contract.OfKind;
import io.holdfast.lock.testkit.server.TestServer;

/** The JDK's latch claims a contract. */
interface OfJdkLatch extends OfKind<LatchFixture> {

  @Override
  default LatchFixture fixture(TestServer server) {
    return new JdkLatchFixture();
  }
}
