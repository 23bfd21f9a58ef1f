package io.holdfast.lock.core;

import io.holdfast.lock.contract.*;

/** The plain lock keeps the contracts of faults. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class PlainFaultContractIT {

  class ConditionFault extends ConditionFaultContract implements OfPlainLock {}

  class ServerFault extends LockServerFaultContract implements OfPlainLock {}

  class LateAnswer extends LateAnswerContract implements OfPlainLock {}

  class LostAnswer extends LockLostAnswerContract implements OfPlainLock {}

  class LostMessage extends LockLostMessageContract implements OfPlainLock {}

  class RenewalFault extends RenewalFaultContract implements OfPlainLock {}

  class ReturnedQueue extends ReturnedQueueContract implements OfPlainLock {}

  class ReturnedSleepers extends ReturnedSleepersContract implements OfPlainLock {}
}
