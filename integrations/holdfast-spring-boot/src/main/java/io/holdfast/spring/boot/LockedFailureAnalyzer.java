package io.holdfast.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which method with {@code @Locked} will not do. */
final class LockedFailureAnalyzer extends AbstractFailureAnalyzer<IllegalStateException> {

  @Override
  protected @Nullable FailureAnalysis analyze(Throwable failure, IllegalStateException cause) {
    String said = String.valueOf(cause.getMessage());
    return said.startsWith("@Locked on ")
        ? new FailureAnalysis(said, "Change the annotation, the method or its bean.", cause)
        : null;
  }
}
