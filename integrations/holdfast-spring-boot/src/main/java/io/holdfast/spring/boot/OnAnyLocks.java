package io.holdfast.spring.boot;

import io.holdfast.spring.LocksOfKinds;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;

/**
 * Matches if {@code @Locked} can have locks: of a client, or of a bean that puts others in their
 * place, as a test does that disables the clients.
 */
final class OnAnyLocks extends AnyNestedCondition {

  OnAnyLocks() {
    super(ConfigurationPhase.REGISTER_BEAN);
  }

  @ConditionalOnBooleanProperty(name = "holdfast.enabled", matchIfMissing = true)
  static class OfClients {}

  @ConditionalOnBean(LocksOfKinds.class)
  static class OfABean {}
}
