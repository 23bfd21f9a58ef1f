package io.holdfast.lock.fair;

import io.holdfast.lock.contract.*;

/** The fair lock keeps these contracts. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class FairContractIT {

  class Async extends AsyncContract implements OfFairLock {}

  class Callback extends CallbackContract implements OfFairLock {}

  class Closing extends ClosingContract implements OfFairLock {}

  class Exclusion extends ExclusionContract implements OfFairLock {}

  class FailedAttempt extends FailedAttemptContract implements OfFairLock {}

  class Hold extends HoldContract implements OfFairLock {}

  class Inspection extends InspectionContract implements OfFairLock {}

  class Interrupt extends InterruptContract implements OfFairLock {}

  class Listener extends ListenerContract implements OfFairLock {}

  class Lock extends LockContract implements OfFairLock {}

  class Names extends NamesContract implements OfFairLock {}

  class Section extends SectionContract implements OfFairLock {}

  class StackOverflow extends StackOverflowContract implements OfFairLock {}

  class Statistics extends StatisticsContract implements OfFairLock {}

  class Token extends TokenContract implements OfFairLock {}

  class TryLock extends TryLockContract implements OfFairLock {}
}
