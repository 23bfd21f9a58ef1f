package io.holdfast.spring.boot;

import io.lettuce.core.SslOptions;
import org.springframework.boot.ssl.SslBundle;

/** Says to Lettuce what an SSL bundle of Spring Boot says. */
final class SslBundleOptions {

  private SslBundleOptions() {}

  static SslOptions of(SslBundle bundle) {
    SslOptions.Builder options =
        SslOptions.builder()
            .jdkSslProvider()
            .keyManager(bundle.getManagers().getKeyManagerFactory())
            .trustManager(bundle.getManagers().getTrustManagerFactory());
    String[] ciphers = bundle.getOptions().getCiphers();
    if (ciphers != null) {
      options.cipherSuites(ciphers);
    }
    String[] protocols = bundle.getOptions().getEnabledProtocols();
    if (protocols != null) {
      options.protocols(protocols);
    }
    return options.build();
  }
}
