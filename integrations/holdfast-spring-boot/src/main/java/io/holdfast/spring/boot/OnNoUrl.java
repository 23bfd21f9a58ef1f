package io.holdfast.spring.boot;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/** Matches without {@code holdfast.url}; an empty one is none. */
final class OnNoUrl extends SpringBootCondition {

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    boolean isSet = StringUtils.hasText(context.getEnvironment().getProperty("holdfast.url"));
    return new ConditionOutcome(
        !isSet,
        ConditionMessage.forCondition("Holdfast URL")
            .because("holdfast.url is " + (isSet ? "set" : "not set")));
  }
}
