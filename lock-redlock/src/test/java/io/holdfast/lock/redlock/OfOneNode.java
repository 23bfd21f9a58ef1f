package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.OfKind;
import io.holdfast.lock.testkit.server.TestServer;

/** A quorum lock of one node claims a contract. */
interface OfOneNode extends OfKind<LockFixture> {

  @Override
  default LockFixture fixture(TestServer server) {
    return RedLockFixture.ofOne(server);
  }
}
