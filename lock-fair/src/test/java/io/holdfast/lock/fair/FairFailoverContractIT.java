package io.holdfast.lock.fair;

import io.holdfast.lock.contract.FailoverContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Tag;

/** The fair lock keeps {@link FailoverContract}. */
@Tag("long")
class FairFailoverContractIT extends FailoverContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
