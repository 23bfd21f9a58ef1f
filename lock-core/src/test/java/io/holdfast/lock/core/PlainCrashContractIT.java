package io.holdfast.lock.core;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Tag;

/** The plain lock keeps the contracts of processes and servers that die. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class PlainCrashContractIT {

  class ConditionDeath extends ConditionDeathContract implements OfPlainLock {}

  class DeadWaiters extends DeadWaitersContract implements OfPlainLock {}

  class Failover extends FailoverContract implements OfPlainLock {}

  @Tag("long")
  class SharedBuffer extends SharedBufferContract implements OfPlainLock {}

  class ShardMessage extends ShardMessageContract.OfLocks implements OfPlainLock {}
}
