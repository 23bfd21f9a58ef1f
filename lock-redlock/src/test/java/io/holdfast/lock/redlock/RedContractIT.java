package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;

/** A quorum lock keeps these contracts. */
class RedContractIT {

  @Nested
  class Async extends AsyncContract implements OfThreeNodes {}

  @Nested
  class Callback extends CallbackContract implements OfThreeNodes {}

  @Nested
  class Closing extends ClosingContract implements OfThreeNodes {}

  @Nested
  class Exclusion extends ExclusionContract implements OfThreeNodes {}

  @Nested
  class FailedAttempt extends FailedAttemptContract implements OfThreeNodes {}

  @Nested
  class Hold extends HoldContract implements OfThreeNodes {}

  @Nested
  class Inspection extends InspectionContract implements OfThreeNodes {}

  @Nested
  class Interrupt extends InterruptContract implements OfThreeNodes {}

  @Nested
  class Listener extends ListenerContract implements OfThreeNodes {}

  @Nested
  class Lock extends LockContract implements OfThreeNodes {}

  @Nested
  class Names extends NamesContract implements OfThreeNodes {}

  @Nested
  class OwnerThread extends OwnerThreadContract implements OfThreeNodes {}

  @Nested
  class Section extends SectionContract implements OfThreeNodes {}

  @Nested
  class StackOverflow extends StackOverflowContract implements OfThreeNodes {}

  @Nested
  class Statistics extends StatisticsContract implements OfThreeNodes {}

  @Nested
  class Token extends TokenContract implements OfThreeNodes {}

  @Nested
  class TryLock extends TryLockContract implements OfThreeNodes {}
}
