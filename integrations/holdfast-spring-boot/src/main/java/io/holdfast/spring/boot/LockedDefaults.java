package io.holdfast.spring.boot;

import io.holdfast.lock.Lease;
import io.holdfast.spring.LockedSettings;
import java.time.Duration;
import org.springframework.boot.convert.DurationStyle;

/** What {@code holdfast.annotations.*} says. */
final class LockedDefaults {

  private static final String PREFIX = "holdfast.annotations.";
  private static final String RENEWED = "renewed";

  private LockedDefaults() {}

  /**
   * The settings of these properties.
   *
   * @throws HoldfastConfigurationException if one is out of bounds
   */
  static LockedSettings of(HoldfastProperties.Annotations annotations) {
    Lease lease = lease(annotations.lease().strip());
    try {
      return LockedSettings.defaults()
          .waitAtMost(annotations.waitAtMost())
          .lease(lease)
          .order(annotations.order())
          .strictOrder(annotations.strictOrder());
    } catch (IllegalArgumentException e) {
      throw refused("wait-at-most", e, "Set a time such as 10s, or 0 for no wait.");
    }
  }

  private static Lease lease(String text) {
    try {
      if (text.equals(RENEWED)) {
        return Lease.renewed();
      }
      return text.startsWith(RENEWED + " ")
          ? Lease.renewed(duration(text.substring(RENEWED.length())))
          : Lease.fixed(duration(text));
    } catch (IllegalArgumentException e) {
      throw refused("lease", e, "Set renewed, renewed 1m, or a time such as 30s.");
    }
  }

  private static Duration duration(String text) {
    return DurationStyle.detectAndParse(text.strip());
  }

  private static HoldfastConfigurationException refused(
      String property, IllegalArgumentException why, String action) {
    return new HoldfastConfigurationException(
        PREFIX + property, String.valueOf(why.getMessage()), action);
  }
}
