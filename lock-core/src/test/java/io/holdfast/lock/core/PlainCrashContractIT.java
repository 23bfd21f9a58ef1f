package io.holdfast.lock.core;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The plain lock keeps the contracts of processes and servers that die. */
class PlainCrashContractIT {

  @Nested
  class ConditionDeath extends ConditionDeathContract implements OfPlainLock {}

  @Nested
  class DeadWaiters extends DeadWaitersContract implements OfPlainLock {}

  @Nested
  class Failover extends FailoverContract implements OfPlainLock {}

  @Nested
  @Tag("long")
  class SharedBuffer extends SharedBufferContract implements OfPlainLock {}

  @Nested
  class ShardMessage extends ShardMessageContract.OfLocks implements OfPlainLock {}
}
