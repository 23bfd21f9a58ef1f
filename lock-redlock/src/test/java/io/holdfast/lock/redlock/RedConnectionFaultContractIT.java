package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.ConnectionFaultContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Tag;

/** The lock of a quorum of one node keeps {@link ConnectionFaultContract}. */
@Tag("long")
class RedConnectionFaultContractIT extends ConnectionFaultContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofOne(server);
  }
}
