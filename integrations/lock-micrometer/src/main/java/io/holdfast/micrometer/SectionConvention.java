package io.holdfast.micrometer;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Names observed sections and their tags. A registry may have one of the application's as a global
 * convention.
 */
public interface SectionConvention extends ObservationConvention<SectionContext> {

  /** The name of the observation, and so of its timer and span. */
  String NAME = "holdfast.section";

  @Override
  default boolean supportsContext(Observation.Context context) {
    return context instanceof SectionContext;
  }
}
