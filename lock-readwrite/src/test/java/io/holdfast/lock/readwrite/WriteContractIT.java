package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;

/** The write lock keeps these contracts. */
class WriteContractIT {

  @Nested
  class Async extends AsyncContract implements OfWriteLock {}

  @Nested
  class Callback extends CallbackContract implements OfWriteLock {}

  @Nested
  class Closing extends ClosingContract implements OfWriteLock {}

  @Nested
  class Exclusion extends ExclusionContract implements OfWriteLock {}

  @Nested
  class FailedAttempt extends FailedAttemptContract implements OfWriteLock {}

  @Nested
  class Hold extends HoldContract implements OfWriteLock {}

  @Nested
  class Inspection extends InspectionContract implements OfWriteLock {}

  @Nested
  class Interrupt extends InterruptContract implements OfWriteLock {}

  @Nested
  class Listener extends ListenerContract implements OfWriteLock {}

  @Nested
  class Lock extends LockContract implements OfWriteLock {}

  @Nested
  class Names extends NamesContract implements OfWriteLock {}

  @Nested
  class OwnerThread extends OwnerThreadContract implements OfWriteLock {}

  @Nested
  class Section extends SectionContract implements OfWriteLock {}

  @Nested
  class StackOverflow extends StackOverflowContract implements OfWriteLock {}

  @Nested
  class Statistics extends StatisticsContract implements OfWriteLock {}

  @Nested
  class Token extends TokenContract implements OfWriteLock {}

  @Nested
  class TryLock extends TryLockContract implements OfWriteLock {}
}
