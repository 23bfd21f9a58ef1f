package io.holdfast.lock.testkit.junit;

import io.holdfast.lock.testkit.concurrent.StallWatch;
import java.time.Duration;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.opentest4j.TestAbortedException;

/**
 * Adds to each failed test how long the JVM stood still while it ran: on a busy machine that is the
 * first thing to know about a test that waits. The failure has a suppressed {@link StoodStill}:
 *
 * <pre>
 * Suppressed: …StoodStill: while this test ran: largest gap 312 ms; 3 of 20 ms and more, 540 ms together
 * </pre>
 *
 * <p>It looks every 50 ms, so a shorter gap may go unseen; all tests together cost little then.
 * Does not change the result of a test. Registered by annotation, or for all tests at once by
 * {@code junit.jupiter.extensions.autodetection.enabled=true}; what extensions do that are
 * registered after it belongs to the test.
 */
public final class StallWatchExtension implements BeforeEachCallback, AfterEachCallback {

  private static final Duration BEAT = Duration.ofMillis(50);
  private static final Namespace NAMESPACE = Namespace.create(StallWatchExtension.class);

  /** A remark on a failure, no failure: how long the JVM stood still. */
  public static final class StoodStill extends Exception {

    private static final long serialVersionUID = 1;

    private StoodStill(StallWatch.Stalls stalls) {
      super("while this test ran: " + stalls, null, true, false); // where it was made says nothing
    }
  }

  /** For JUnit. */
  public StallWatchExtension() {}

  @Override
  public void beforeEach(ExtensionContext context) {
    context.getStore(NAMESPACE).put(StallWatch.class, StallWatch.start(BEAT));
  }

  @Override
  public void afterEach(ExtensionContext context) {
    try (StallWatch watch =
        context.getStore(NAMESPACE).remove(StallWatch.class, StallWatch.class)) {
      if (watch != null) { // or an extension before this one has failed
        context
            .getExecutionException()
            .filter(failure -> !(failure instanceof TestAbortedException))
            .ifPresent(failure -> failure.addSuppressed(new StoodStill(watch.stalls())));
      }
    }
  }
}
