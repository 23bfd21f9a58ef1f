package io.holdfast.lock.core;

import io.holdfast.lock.contract.*;

/** The plain lock keeps these contracts. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class PlainContractIT {

  class Async extends AsyncContract implements OfPlainLock {}

  class Callback extends CallbackContract implements OfPlainLock {}

  class Closing extends ClosingContract implements OfPlainLock {}

  class Exclusion extends ExclusionContract implements OfPlainLock {}

  class FailedAttempt extends FailedAttemptContract implements OfPlainLock {}

  class Hold extends HoldContract implements OfPlainLock {}

  class Inspection extends InspectionContract implements OfPlainLock {}

  class Interrupt extends InterruptContract implements OfPlainLock {}

  class Listener extends ListenerContract implements OfPlainLock {}

  class Lock extends LockContract implements OfPlainLock {}

  class Names extends NamesContract implements OfPlainLock {}

  class Section extends SectionContract implements OfPlainLock {}

  class StackOverflow extends StackOverflowContract implements OfPlainLock {}

  class Statistics extends StatisticsContract implements OfPlainLock {}

  class Token extends TokenContract implements OfPlainLock {}

  class TryLock extends TryLockContract implements OfPlainLock {}
}
