package io.holdfast.spring.boot;

import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Does not match if the application names the servers of a quorum, and no other: then the server of
 * this machine is not meant.
 */
final class OnAnyServer extends SpringBootCondition {

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    Environment environment = context.getEnvironment();
    boolean isQuorumOnly =
        !StringUtils.hasText(environment.getProperty("holdfast.url"))
            && hasNodes(environment)
            && ClassUtils.isPresent("io.holdfast.lock.redlock.RedLocks", context.getClassLoader());
    return new ConditionOutcome(
        !isQuorumOnly,
        ConditionMessage.forCondition("Holdfast server")
            .because(
                isQuorumOnly
                    ? "only the nodes of a quorum are configured"
                    : "not only a quorum is configured"));
  }

  private static boolean hasNodes(Environment environment) {
    return !Binder.get(environment)
        .bind("holdfast.quorum.nodes", Bindable.listOf(String.class))
        .orElseGet(List::of)
        .isEmpty();
  }
}
