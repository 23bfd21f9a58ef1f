package io.holdfast.lock.core;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;

/** The plain lock keeps these contracts. */
class PlainContractIT {

  @Nested
  class Async extends AsyncContract implements OfPlainLock {}

  @Nested
  class Callback extends CallbackContract implements OfPlainLock {}

  @Nested
  class Closing extends ClosingContract implements OfPlainLock {}

  @Nested
  class Exclusion extends ExclusionContract implements OfPlainLock {}

  @Nested
  class FailedAttempt extends FailedAttemptContract implements OfPlainLock {}

  @Nested
  class Hold extends HoldContract implements OfPlainLock {}

  @Nested
  class Inspection extends InspectionContract implements OfPlainLock {}

  @Nested
  class Interrupt extends InterruptContract implements OfPlainLock {}

  @Nested
  class Listener extends ListenerContract implements OfPlainLock {}

  @Nested
  class Lock extends LockContract implements OfPlainLock {}

  @Nested
  class Names extends NamesContract implements OfPlainLock {}

  @Nested
  class OwnerThread extends OwnerThreadContract implements OfPlainLock {}

  @Nested
  class Section extends SectionContract implements OfPlainLock {}

  @Nested
  class StackOverflow extends StackOverflowContract implements OfPlainLock {}

  @Nested
  class Statistics extends StatisticsContract implements OfPlainLock {}

  @Nested
  class Token extends TokenContract implements OfPlainLock {}

  @Nested
  class TryLock extends TryLockContract implements OfPlainLock {}
}
