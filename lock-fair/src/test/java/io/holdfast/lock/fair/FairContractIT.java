package io.holdfast.lock.fair;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;

/** The fair lock keeps these contracts. */
class FairContractIT {

  @Nested
  class Async extends AsyncContract implements OfFairLock {}

  @Nested
  class Callback extends CallbackContract implements OfFairLock {}

  @Nested
  class Closing extends ClosingContract implements OfFairLock {}

  @Nested
  class Exclusion extends ExclusionContract implements OfFairLock {}

  @Nested
  class FailedAttempt extends FailedAttemptContract implements OfFairLock {}

  @Nested
  class Hold extends HoldContract implements OfFairLock {}

  @Nested
  class Inspection extends InspectionContract implements OfFairLock {}

  @Nested
  class Interrupt extends InterruptContract implements OfFairLock {}

  @Nested
  class Listener extends ListenerContract implements OfFairLock {}

  @Nested
  class Lock extends LockContract implements OfFairLock {}

  @Nested
  class Names extends NamesContract implements OfFairLock {}

  @Nested
  class OwnerThread extends OwnerThreadContract implements OfFairLock {}

  @Nested
  class Section extends SectionContract implements OfFairLock {}

  @Nested
  class StackOverflow extends StackOverflowContract implements OfFairLock {}

  @Nested
  class Statistics extends StatisticsContract implements OfFairLock {}

  @Nested
  class Token extends TokenContract implements OfFairLock {}

  @Nested
  class TryLock extends TryLockContract implements OfFairLock {}
}
