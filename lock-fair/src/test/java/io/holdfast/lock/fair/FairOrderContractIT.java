package io.holdfast.lock.fair;

import io.holdfast.lock.contract.*;

/** The fair lock serves in the order of arrival. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class FairOrderContractIT {

  class FairChurn extends FairChurnContract implements OfFairLock {}

  class FairCost extends FairCostContract implements OfFairLock {}

  class Fairness extends FairnessContract implements OfFairLock {}

  class ManyWaiters extends ManyWaitersContract implements OfFairLock {}

  class ShardMessage extends ShardMessageContract.OfLocks implements OfFairLock {}
}
