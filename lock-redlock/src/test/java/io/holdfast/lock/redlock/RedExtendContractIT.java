package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.ExtendContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Tag;

/** The quorum lock keeps {@link ExtendContract}. */
@Tag("long")
class RedExtendContractIT extends ExtendContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofThree(server);
  }
}
