package io.holdfast.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Says which method with {@code @Locked} will not do, and which property mends the order of lock
 * and transaction.
 */
final class LockedFailureAnalyzer extends AbstractFailureAnalyzer<IllegalStateException> {

  /** What lock-spring says of a transaction outside of the lock. */
  private static final String WRONG_ORDER = "begins before the lock is taken";

  @Override
  protected @Nullable FailureAnalysis analyze(Throwable failure, IllegalStateException cause) {
    String said = String.valueOf(cause.getMessage());
    return said.startsWith("@Locked on ") ? new FailureAnalysis(said, action(said), cause) : null;
  }

  private static String action(String said) {
    return said.contains(WRONG_ORDER)
        ? "Set holdfast.annotations.order to less than the order of the transactions, or give"
            + " @EnableTransactionManagement a greater order. With"
            + " holdfast.annotations.strict-order=false the application starts all the same, and"
            + " others may read what is not committed yet."
        : "Change the annotation, the method or its bean.";
  }
}
