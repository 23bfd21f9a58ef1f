package io.holdfast.spring.boot.test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.stream.Stream;

/** Rules of ArchUnit for applications that use Holdfast. They need ArchUnit on the class path. */
public final class HoldfastRules {

  private static final String LOCKED = "io.holdfast.spring.Locked";

  private HoldfastRules() {}

  /**
   * No class calls a method with {@code @Locked} that it declares or inherits: such a call does not
   * go through the proxy, so it takes no lock. The rule also finds method references, calls in
   * lambdas, and annotations that have {@code @Locked} themselves.
   *
   * <p><strong>Not guaranteed:</strong> it does not find calls from an inner class, and knows
   * nothing of an annotation that only an interface has. It refuses a call through a proxy of the
   * class itself that was injected: use {@code HoldTemplate}, or move the method to another bean.
   */
  public static ArchRule lockedIsCalledThroughTheProxy() {
    return classes()
        .should(notCallTheirOwnLockedMethods())
        .as("methods with @Locked should be called through the proxy")
        .because("a call from inside the class takes no lock")
        .allowEmptyShould(true);
  }

  private static ArchCondition<JavaClass> notCallTheirOwnLockedMethods() {
    return new ArchCondition<>("not call their own methods with @Locked") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        Stream.<JavaCodeUnitAccess<?>>concat(
                type.getMethodCallsFromSelf().stream(), type.getMethodReferencesFromSelf().stream())
            .filter(call -> type.isAssignableTo(call.getTargetOwner().getName()))
            .filter(call -> call.getTarget().isMetaAnnotatedWith(LOCKED))
            .forEach(
                call -> events.add(SimpleConditionEvent.violated(call, call.getDescription())));
      }
    };
  }
}
