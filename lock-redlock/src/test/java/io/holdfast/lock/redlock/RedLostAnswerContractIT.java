package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.LostAnswerContract;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Tag;

/** The lock of a quorum of one node keeps {@link LostAnswerContract}. */
@Tag("long")
class RedLostAnswerContractIT extends LostAnswerContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return RedLockFixture.ofOne(server);
  }
}
