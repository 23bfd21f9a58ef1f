package io.holdfast.spring.method;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.LockKind;
import io.holdfast.spring.section.Policies;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.MethodBasedEvaluationContext;

/**
 * What {@code @Locked} says on one method of one class, checked.
 *
 * @param method the method that runs
 * @param targetClass the class of the object
 * @param templates its names
 * @param kind the kind of lock
 * @param client the name of the bean of the client; empty for the default one
 * @param options how to acquire
 * @param policies what happens otherwise
 * @param fallback what is called if it is skipped
 * @param shape when its work is over
 * @param isInterruptible whether it declares {@link InterruptedException}
 */
public record LockedMethod(
    Method method,
    Class<?> targetClass,
    List<NameTemplate> templates,
    LockKind kind,
    String client,
    AcquireOptions options,
    Policies policies,
    Optional<Method> fallback,
    ReturnShape shape,
    boolean isInterruptible) {

  /** As in {@code Orders.pay(Order)}. */
  public String title() {
    return Refusal.title(method, targetClass);
  }

  /** The name of the bean of the client, if one is named. */
  public Optional<String> clientBean() {
    return client.isEmpty() ? Optional.empty() : Optional.of(client);
  }

  /**
   * The names for a call.
   *
   * @throws IllegalArgumentException if one is null, blank or too long, or cannot be evaluated
   */
  public SortedSet<String> names(
      BeanFactory beans, @Nullable Object target, @Nullable Object[] args) {
    NameRoot root = new NameRoot(method, args, target, targetClass);
    MethodBasedEvaluationContext context =
        new MethodBasedEvaluationContext(root, method, args, LockedMethods.PARAMETER_NAMES);
    context.setBeanResolver(new BeanFactoryResolver(beans));
    SortedSet<String> names = new TreeSet<>();
    for (NameTemplate template : templates) {
      try {
        names.addAll(template.names(context));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "@Locked on %s: name '%s': %s (arguments %s)"
                .formatted(title(), template.source(), e.getMessage(), Arrays.toString(args)),
            e);
      }
    }
    if (names.isEmpty()) {
      throw new IllegalArgumentException(
          "@Locked on %s: names %s: must be at least one".formatted(title(), templates));
    }
    return names;
  }
}
