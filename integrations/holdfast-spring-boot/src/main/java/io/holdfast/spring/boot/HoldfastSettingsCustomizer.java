package io.holdfast.spring.boot;

import io.holdfast.lock.core.HoldfastSettings;

/**
 * Changes the settings of the client after the properties have been applied. All beans of this type
 * are called, in their order; also for the clients of the nodes of a quorum.
 */
@FunctionalInterface
public interface HoldfastSettingsCustomizer {

  /** Changes the settings. */
  void customize(HoldfastSettings.Builder settings);
}
