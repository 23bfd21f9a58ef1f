package io.holdfast.lock.redlock;

import io.holdfast.lock.testkit.contract.LeaseContract;
import io.holdfast.lock.testkit.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Tag;

/** The quorum lock keeps {@link LeaseContract}. */
@Tag("long")
class RedLeaseContractIT extends LeaseContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofThree(server);
  }
}
