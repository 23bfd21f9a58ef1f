package io.holdfast.lock.contract.jdk;

import io.holdfast.lock.contract.LatchContract;
import io.holdfast.lock.contract.LatchFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** The latch of the JDK keeps {@link LatchContract}. */
class JdkLatchContractIT extends LatchContract {

  @Override
  protected LatchFixture fixture(TestServer server) {
    return new JdkLatchFixture();
  }
}
