package io.holdfast.lock.fair;

import io.holdfast.lock.contract.ExtendContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Tag;

/** The fair lock keeps {@link ExtendContract}. */
@Tag("long")
class FairExtendContractIT extends ExtendContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
