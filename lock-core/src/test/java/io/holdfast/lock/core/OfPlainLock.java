package io.holdfast.lock.core;

import io.holdfast.lock.contract.HasWorkload;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.OfKind;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.workload.WorkloadFixture;
import org.junit.jupiter.api.Nested;

/**
 * The plain lock claims a contract. A class that implements this in another one is a nested suite.
 */
@Nested
interface OfPlainLock extends OfKind<LockFixture>, HasWorkload {

  @Override
  default LockFixture fixture(TestServer server) {
    return new PlainLockFixture(server);
  }

  @Override
  default Class<? extends WorkloadFixture> workload() {
    return PlainWorkload.class;
  }
}
