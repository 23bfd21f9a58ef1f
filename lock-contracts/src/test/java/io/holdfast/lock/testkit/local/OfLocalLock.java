package io.holdfast.lock.testkit.local;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.OfKind;
import io.holdfast.lock.testkit.server.TestServer;

/** A local lock claims a contract. */
interface OfLocalLock extends OfKind<LockFixture> {

  @Override
  default LockFixture fixture(TestServer server) {
    return new LocalLockFixture();
  }
}
