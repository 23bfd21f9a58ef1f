package io.holdfast.lock.contract.jdk;

import io.holdfast.lock.contract.LatchFixture;
import io.holdfast.lock.contract.OfKind;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Nested;

/**
 * The JDK's latch claims a contract. A class that implements this in another one is a nested suite.
 */
@Nested
interface OfJdkLatch extends OfKind<LatchFixture> {

  @Override
  default LatchFixture fixture(TestServer server) {
    return new JdkLatchFixture();
  }
}
