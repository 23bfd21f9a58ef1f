package io.holdfast.lock.semaphore;

import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.proxy.When;

/** The point of a request, or of its answer, at which the network breaks. */
enum BreakingPoint {
  BEFORE_IT_ARRIVES,
  ANSWER_CUT,
  ANSWER_LOST,
  AFTER_THE_ANSWER;

  Rule breaks(When when) {
    return switch (this) {
      case BEFORE_IT_ARRIVES -> when.cutBefore(Cut.RST);
      case ANSWER_CUT -> when.cutInsteadOfReply(Cut.RST);
      case ANSWER_LOST -> when.dropReply();
      case AFTER_THE_ANSWER -> when.cutAfterReply(Cut.RST);
    };
  }

  /** How often the request gets past the proxy. */
  int passes() {
    return this == ANSWER_CUT || this == ANSWER_LOST ? 2 : 1;
  }
}
