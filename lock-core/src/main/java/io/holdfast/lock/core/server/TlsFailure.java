package io.holdfast.lock.core.server;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLException;

/**
 * What is wrong with a certificate, in plain words: of an exception and its causes. What Java says
 * is for readers that know how it looks for a path to an authority.
 */
final class TlsFailure {

  private static final String ALERT = "received fatal alert: ";

  private TlsFailure() {}

  /** In plain words, if it is about certificates. */
  static Optional<String> in(List<Throwable> chain) {
    if (has(chain, CertificateExpiredException.class)) {
      return Optional.of("the server's certificate has expired");
    }
    if (has(chain, CertificateNotYetValidException.class)) {
      return Optional.of("the server's certificate is not valid yet");
    }
    if (has(chain, CertPathBuilderException.class)) {
      return Optional.of("the server's certificate is signed by an authority that is not trusted");
    }
    return chain.stream()
        .filter(one -> one instanceof SSLException || one instanceof CertificateException)
        .map(one -> Objects.requireNonNullElse(one.getMessage(), "").toLowerCase(Locale.ROOT))
        .flatMap(message -> ofMessage(message).stream())
        .findFirst();
  }

  private static boolean has(List<Throwable> chain, Class<? extends Throwable> type) {
    return chain.stream().anyMatch(type::isInstance);
  }

  private static Optional<String> ofMessage(String message) {
    if (message.startsWith("no subject alternative") || message.startsWith("no name matching")) {
      return Optional.of("the server's certificate is for another host");
    }
    if (message.startsWith("pkix path ")) {
      return Optional.of("the server's certificate cannot be verified");
    }
    int alert = message.indexOf(ALERT); // JDK 25 has the name of it in front
    return alert < 0 ? Optional.empty() : ofAlert(message.substring(alert + ALERT.length()));
  }

  /** By the server: about our certificate, or about how TLS is spoken. */
  private static Optional<String> ofAlert(String alert) {
    return switch (alert) {
      case "certificate_required" ->
          Optional.of("the server requires a client certificate, and none is configured");
      case "bad_certificate", "unknown_ca", "certificate_unknown", "unsupported_certificate" ->
          Optional.of(
              "the server refuses the client certificate, or requires one and none is configured");
      case "certificate_expired" -> Optional.of("the client certificate has expired");
      case "certificate_revoked" -> Optional.of("the client certificate is revoked");
      case "protocol_version" ->
          Optional.of("the server and this client have no TLS version in common");
      case "handshake_failure" ->
          Optional.of(
              "the server ends the handshake; it may ask for a client certificate, or have no cipher"
                  + " in common");
      default -> Optional.empty();
    };
  }
}
