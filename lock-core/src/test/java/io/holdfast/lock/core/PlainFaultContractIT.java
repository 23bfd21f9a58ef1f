package io.holdfast.lock.core;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;

/** The plain lock keeps the contracts of faults. */
class PlainFaultContractIT {

  @Nested
  class ConditionFault extends ConditionFaultContract implements OfPlainLock {}

  @Nested
  class ConnectionFault extends ConnectionFaultContract implements OfPlainLock {}

  @Nested
  class LateAnswer extends LateAnswerContract implements OfPlainLock {}

  @Nested
  class LostAnswer extends LockLostAnswerContract implements OfPlainLock {}

  @Nested
  class LostMessage extends LostMessageContract implements OfPlainLock {}

  @Nested
  class RenewalFault extends RenewalFaultContract implements OfPlainLock {}

  @Nested
  class ReturnedQueue extends ReturnedQueueContract implements OfPlainLock {}

  @Nested
  class ReturnedSleepers extends ReturnedSleepersContract implements OfPlainLock {}

  @Nested
  class ServerError extends LockServerErrorContract implements OfPlainLock {}
}
