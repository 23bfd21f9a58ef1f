package io.holdfast.lock.torture.check;

import java.util.List;

/** Looks at the evidence under one rule. Has no state. */
interface Check {

  /** What is to be said; nothing if all is well or the rule does not apply. */
  List<Finding> examine(Evidence evidence);
}
