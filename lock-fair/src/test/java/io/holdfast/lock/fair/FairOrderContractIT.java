package io.holdfast.lock.fair;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;

/** The fair lock serves in the order of arrival. */
class FairOrderContractIT {

  @Nested
  class FairChurn extends FairChurnContract implements OfFairLock {}

  @Nested
  class FairCost extends FairCostContract implements OfFairLock {}

  @Nested
  class Fairness extends FairnessContract implements OfFairLock {}

  @Nested
  class ManyWaiters extends ManyWaitersContract implements OfFairLock {}

  @Nested
  class ShardMessage extends ShardMessageContract.OfLocks implements OfFairLock {}
}
