package io.holdfast.spring.boot;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.OnPropertyListCondition;

/** Matches if {@code holdfast.quorum.nodes} names any, in one of the forms of a list. */
final class OnQuorumNodes extends OnPropertyListCondition {

  OnQuorumNodes() {
    super("holdfast.quorum.nodes", () -> ConditionMessage.forCondition("Holdfast quorum"));
  }
}
