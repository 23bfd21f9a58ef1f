package io.holdfast.lock.testkit.junit;

import io.holdfast.lock.testkit.concurrent.ThreadKind;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Runs each test on a virtual thread if {@code -Dholdfast.test.threads=virtual} (from Java 21), and
 * changes nothing otherwise. See {@link ThreadKind#chosen()}.
 *
 * <p>A test's {@code @BeforeEach} and {@code @AfterEach} methods run on the same thread as the
 * test, since a lock is bound to its thread; constructors, {@code @BeforeAll} and extensions stay
 * on JUnit's.
 *
 * <p>Registered by annotation, or for all tests at once by {@code
 * junit.jupiter.extensions.autodetection.enabled=true}.
 */
public final class VirtualThreadsExtension implements InvocationInterceptor {

  private static final Namespace NAMESPACE = Namespace.create(VirtualThreadsExtension.class);

  /** For JUnit. */
  public VirtualThreadsExtension() {}

  @Override
  public void interceptBeforeEachMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    run(invocation, context);
  }

  @Override
  public void interceptTestMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    run(invocation, context);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    run(invocation, context);
  }

  @Override
  public void interceptAfterEachMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    run(invocation, context);
  }

  private static void run(Invocation<@Nullable Void> invocation, ExtensionContext context)
      throws Throwable {
    Store store = context.getStore(NAMESPACE);
    // Decided once a test: a test may change the property, and its @AfterEach must run as it did.
    ThreadKind kind = store.computeIfAbsent("kind", key -> ThreadKind.chosen(), ThreadKind.class);
    if (kind == ThreadKind.PLATFORM) {
      invocation.proceed();
      return;
    }
    // In the store of the test's own context, which closes it after the last @AfterEach.
    store
        .computeIfAbsent(
            "carrier", key -> new VirtualCarrier(context.getDisplayName()), VirtualCarrier.class)
        .run(invocation::proceed);
  }
}
