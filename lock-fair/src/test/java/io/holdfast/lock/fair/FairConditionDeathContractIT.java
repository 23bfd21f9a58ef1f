package io.holdfast.lock.fair;

import io.holdfast.lock.contract.ConditionDeathContract;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Tag;

/** The fair lock keeps {@link ConditionDeathContract}. */
@Tag("long")
class FairConditionDeathContractIT extends ConditionDeathContract {

  @Override
  protected LockFixture fixture(TestServer server) {
    return new FairLockFixture(server);
  }
}
