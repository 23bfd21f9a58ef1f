package io.holdfast.lock.fair;

import io.holdfast.lock.contract.ConditionFaultContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Tag;

/** The fair lock keeps {@link ConditionFaultContract}. */
@Tag("long")
class FairConditionFaultContractIT extends ConditionFaultContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
