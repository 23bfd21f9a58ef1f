package io.holdfast.spring.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which property is to be changed, and how. */
final class HoldfastConfigurationFailureAnalyzer
    extends AbstractFailureAnalyzer<HoldfastConfigurationException> {

  @Override
  protected FailureAnalysis analyze(Throwable failure, HoldfastConfigurationException cause) {
    return new FailureAnalysis(
        "Holdfast cannot be configured. " + cause.getMessage(), cause.action(), cause);
  }
}
