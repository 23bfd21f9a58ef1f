package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.HasWorkload;
import io.holdfast.lock.contract.OfKind;
import io.holdfast.lock.contract.PoolFixture;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.workload.WorkloadFixture;
import org.junit.jupiter.api.Nested;

/**
 * A pool of permits claims a contract. A class that implements this in another one is a nested
 * suite.
 */
@Nested
interface OfPool extends OfKind<PoolFixture>, HasWorkload {

  @Override
  default PoolFixture fixture(TestServer server) {
    return new PoolsFixture(server);
  }

  @Override
  default Class<? extends WorkloadFixture> workload() {
    return PoolWorkload.class;
  }
}
