package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.RenewalFaultContract;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Tag;

/** The lock of a quorum of one node keeps {@link RenewalFaultContract}. */
@Tag("long")
class RedRenewalFaultContractIT extends RenewalFaultContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofOne(server);
  }
}
