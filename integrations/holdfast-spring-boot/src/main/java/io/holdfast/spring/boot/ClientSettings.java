package io.holdfast.spring.boot;

import io.holdfast.lock.core.HoldfastSettings;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;

/** Makes the settings of a client of what the properties and the customizers say. */
final class ClientSettings {

  private final HoldfastProperties properties;
  private final List<HoldfastSettingsCustomizer> customizers;
  private final @Nullable String applicationName;

  ClientSettings(
      HoldfastProperties properties,
      List<HoldfastSettingsCustomizer> customizers,
      @Nullable String applicationName) {
    this.properties = properties;
    this.customizers = List.copyOf(customizers);
    this.applicationName = applicationName;
  }

  /**
   * The settings of a client.
   *
   * @throws HoldfastConfigurationException if a property is out of bounds
   */
  HoldfastSettings with(boolean isCluster, @Nullable SslBundle bundle) {
    HoldfastSettings.Builder settings = HoldfastSettings.builder();
    applyProperties(settings);
    if (isCluster) {
      settings.cluster();
      applyRefresh(settings);
    }
    if (bundle != null) {
      settings.ssl(SslBundleOptions.of(bundle));
    }
    if (properties.connect() == HoldfastProperties.Connect.BACKGROUND) {
      settings.connectInBackground();
    }
    customizers.forEach(one -> one.customize(settings));
    return build(settings);
  }

  private void applyProperties(HoldfastSettings.Builder settings) {
    set("holdfast.key-prefix", properties.keyPrefix(), settings::keyPrefix);
    set("holdfast.lease", properties.lease(), settings::lease);
    set("holdfast.claim-lease", properties.claimLease(), settings::claimLease);
    set("holdfast.slice", properties.slice(), settings::slice);
    set("holdfast.linger", properties.linger(), settings::linger);
    set("holdfast.command-timeout", properties.commandTimeout(), settings::commandTimeout);
    set("holdfast.unreachable-limit", properties.unreachableLimit(), settings::unreachableLimit);
    set("holdfast.long-wait", properties.longWait(), settings::longWait);
    set("holdfast.retention", properties.retention(), settings::retention);
    String label = properties.clientLabel();
    if (label != null) {
      set("holdfast.client-label", label, settings::clientLabel);
    } else if (applicationName != null && !applicationName.isBlank()) {
      settings.clientLabel(ClientLabel.of(applicationName));
    }
  }

  private void applyRefresh(HoldfastSettings.Builder settings) {
    Duration period = properties.cluster().refresh().period();
    if (period != null) {
      set(
          "holdfast.cluster.refresh.period",
          period,
          value ->
              settings.clusterRefresh(
                  ClusterTopologyRefreshOptions.builder().enablePeriodicRefresh(value).build()));
    }
  }

  private static <T> void set(String property, T value, Consumer<T> setter) {
    try {
      setter.accept(value);
    } catch (IllegalArgumentException e) {
      throw refused(property, e);
    }
  }

  private static HoldfastSettings build(HoldfastSettings.Builder settings) {
    try {
      return settings.build();
    } catch (IllegalArgumentException e) {
      throw refused(propertyIn(String.valueOf(e.getMessage())), e);
    }
  }

  private static HoldfastConfigurationException refused(
      String property, IllegalArgumentException why) {
    String problem = String.valueOf(why.getMessage());
    String action =
        problem.contains("commandTimeout")
            ? "Make holdfast.claim-lease longer, or holdfast.command-timeout shorter: the first must be more than 2.2 times the second."
            : "Change the value of %s.".formatted(property);
    return new HoldfastConfigurationException(property, problem, action);
  }

  /** Messages begin with the name of the setting, as in "claimLease PT1S: must be …". */
  private static String propertyIn(String message) {
    String setting = message.replaceFirst("[^A-Za-z].*$", "");
    return "holdfast." + setting.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}
