package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.*;

/** A quorum lock keeps these contracts. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class RedContractIT {

  class Async extends AsyncContract implements OfThreeNodes {}

  class Callback extends CallbackContract implements OfThreeNodes {}

  class Closing extends ClosingContract implements OfThreeNodes {}

  class Exclusion extends ExclusionContract implements OfThreeNodes {}

  class FailedAttempt extends FailedAttemptContract implements OfThreeNodes {}

  class Hold extends HoldContract implements OfThreeNodes {}

  class Inspection extends InspectionContract implements OfThreeNodes {}

  class Interrupt extends InterruptContract implements OfThreeNodes {}

  class Listener extends ListenerContract implements OfThreeNodes {}

  class Lock extends LockContract implements OfThreeNodes {}

  class Names extends NamesContract implements OfThreeNodes {}

  class Section extends SectionContract implements OfThreeNodes {}

  class StackOverflow extends StackOverflowContract implements OfThreeNodes {}

  class Statistics extends StatisticsContract implements OfThreeNodes {}

  class Token extends TokenContract implements OfThreeNodes {}

  class TryLock extends TryLockContract implements OfThreeNodes {}
}
