package io.holdfast.lock.fair;

import io.holdfast.lock.contract.ConnectionFaultContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Tag;

/** The fair lock keeps {@link ConnectionFaultContract}. */
@Tag("long")
class FairConnectionFaultContractIT extends ConnectionFaultContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
