package io.holdfast.spring;

import io.holdfast.lock.LockKind;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs the method under a lock that excludes all processes.
 *
 * <pre>{@code
 * @Locked("order:#{#order.id}")
 * @Transactional
 * public Receipt pay(Order order) { ... }
 * }</pre>
 *
 * <p>The lock is outside the transaction: lock, begin, body, commit, unlock. A method that returns
 * a {@link java.util.concurrent.CompletionStage}, a {@code Mono} or a {@code Flux} holds the lock
 * until that ends. Any other method holds it for its thread, so nested calls with the same name
 * enter again.
 *
 * <p>What is wrong with the annotation or the method stops the start of the application. Calls from
 * inside the object do not go through the proxy and take no lock.
 *
 * <p><strong>Not guaranteed:</strong> exclusion beyond the lease. Pass {@link CurrentHold#token()}
 * to the resource and have it refuse lower tokens.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface Locked {

  /**
   * The names of the locks: text with <code>#{SpEL}</code> and <code>${placeholders}</code>.
   * Parameters are {@code #name}, or {@code #p0}, {@code #p1}; {@code #root} has {@code method},
   * {@code methodName}, {@code args}, {@code target} and {@code targetClass}; {@code @name} is a
   * bean. An expression that stands alone may give a collection or an array: a name of each
   * element. Several locks are taken in the order of their names, all or none.
   */
  String[] value();

  /** Which kind of lock. Kinds besides plain need their module on the class path. */
  LockKind kind() default LockKind.PLAIN;

  /**
   * How long to wait, such as {@code 500ms}, {@code 5s}, {@code 2m}, {@code PT5S}, or {@code 0} not
   * to wait. Empty: {@link LockedSettings#waitAtMost()}. May have placeholders.
   */
  String waitAtMost() default "";

  /**
   * How long the server keeps the lock: {@code renewed} while the method runs, {@code renewed 1m}
   * with a lease of that length, or {@code 30s} to have it lost after that time. Empty: {@link
   * LockedSettings#lease()}. May have placeholders.
   */
  String lease() default "";

  /** How long a renewed lease lasts at most, such as {@code 10m}. Empty: without bound. */
  String cap() default "";

  /** What happens if another holds the lock until the wait is over. */
  OnTimeout onTimeout() default OnTimeout.THROW;

  /** What happens if the server could not be asked. */
  OnUnreachable onUnreachable() default OnUnreachable.THROW;

  /** What happens if the lock is lost while the method runs. */
  OnLoss onLoss() default OnLoss.THROW;

  /**
   * The method of the same class, with the same parameters, that is called where {@code SKIP}
   * applies. It runs without a lock. Empty: the result is {@code null}, or an empty {@code
   * Optional}, stage or publisher.
   */
  String fallback() default "";

  /**
   * The name of the bean of the client; of {@code RedLocks} for {@link LockKind#QUORUM}. Empty: the
   * only one, or the primary one.
   */
  String client() default "";
}
