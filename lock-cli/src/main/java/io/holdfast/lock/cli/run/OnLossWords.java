package io.holdfast.lock.cli.run;

import io.holdfast.lock.cli.LowerCase;

/** As they are typed. */
final class OnLossWords extends LowerCase {

  private static final long serialVersionUID = 1;

  OnLossWords() {
    super(OnLoss.values());
  }
}
