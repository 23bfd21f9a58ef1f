package io.holdfast.lock.core.race;

import org.jetbrains.kotlinx.lincheck.execution.ExecutionResult;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionResultKt;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.kotlinx.lincheck.util.ExceptionResult;
import org.jetbrains.lincheck.datastructures.verifier.Verifier;

/**
 * Results are right if no operation threw: the operations check themselves what must be true. (A
 * comparison with a sequential run is not possible where one waits for the other.)
 */
public final class NothingThrown implements Verifier {

  /** As Lincheck makes it. */
  @SuppressWarnings("unused")
  public NothingThrown(Class<?> sequentialSpecification) {}

  @Override
  public boolean verifyResults(ExecutionScenario scenario, ExecutionResult results) {
    return ExecutionResultKt.getAllResults(results).stream()
        .noneMatch(ExceptionResult.class::isInstance);
  }
}
