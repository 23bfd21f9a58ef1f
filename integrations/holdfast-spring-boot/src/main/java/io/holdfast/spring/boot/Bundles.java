package io.holdfast.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/** Finds the SSL bundle that {@code holdfast.ssl.bundle} names. */
final class Bundles {

  private static final String PROPERTY = "holdfast.ssl.bundle";

  private Bundles() {}

  /**
   * Null if none is named.
   *
   * @throws HoldfastConfigurationException if there is none of that name
   */
  static @Nullable SslBundle own(
      HoldfastProperties properties, ObjectProvider<SslBundles> bundles) {
    String name = properties.ssl().bundle();
    if (name == null || name.isBlank()) {
      return null;
    }
    SslBundles all = bundles.getIfAvailable();
    try {
      if (all != null) {
        return all.getBundle(name);
      }
    } catch (NoSuchSslBundleException e) {
      // as without any bundles
    }
    throw new HoldfastConfigurationException(
        PROPERTY,
        "there is no SSL bundle '%s'".formatted(name),
        "Define it under spring.ssl.bundle.pem.%1$s or spring.ssl.bundle.jks.%1$s."
            .formatted(name));
  }
}
