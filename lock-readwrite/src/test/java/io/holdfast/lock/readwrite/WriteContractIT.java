package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.*;

/** The write lock keeps these contracts. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class WriteContractIT {

  class Async extends AsyncContract implements OfWriteLock {}

  class Callback extends CallbackContract implements OfWriteLock {}

  class Closing extends ClosingContract implements OfWriteLock {}

  class Exclusion extends ExclusionContract implements OfWriteLock {}

  class FailedAttempt extends FailedAttemptContract implements OfWriteLock {}

  class Hold extends HoldContract implements OfWriteLock {}

  class Inspection extends InspectionContract implements OfWriteLock {}

  class Interrupt extends InterruptContract implements OfWriteLock {}

  class Listener extends ListenerContract implements OfWriteLock {}

  class Lock extends LockContract implements OfWriteLock {}

  class Names extends NamesContract implements OfWriteLock {}

  class Section extends SectionContract implements OfWriteLock {}

  class StackOverflow extends StackOverflowContract implements OfWriteLock {}

  class Statistics extends StatisticsContract implements OfWriteLock {}

  class Token extends TokenContract implements OfWriteLock {}

  class TryLock extends TryLockContract implements OfWriteLock {}
}
