package io.holdfast.lock.cli;

import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Which authorities to trust, and the client's own certificate, for a server that uses TLS. */
final class TlsOptions {

  @Option(
      names = "--tls-ca",
      paramLabel = "FILE",
      description =
          "The authorities that may sign the server's certificate, PEM. Default: those that Java"
              + " trusts. Needs a server that is rediss://...")
  private Optional<Path> authorities = Optional.empty();

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      description = "The client certificate, PEM, if the server asks for one. Needs --tls-key.")
  private Optional<Path> certificate = Optional.empty();

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "The private key of the client certificate: PEM, PKCS #8, without a password.")
  private Optional<Path> key = Optional.empty();

  /**
   * The options, if any was given.
   *
   * @throws UsageException if they do not go together, or with this server, or a file is not there
   */
  Optional<SslOptions> forServer(RedisURI server) {
    if (Stream.of(authorities, certificate, key).allMatch(Optional::isEmpty)) {
      return Optional.empty();
    }
    if (!server.isSsl() && server.getSentinels().stream().noneMatch(RedisURI::isSsl)) {
      throw new UsageException("--tls-ca, --tls-cert, --tls-key: the server must be rediss://...");
    }
    if (certificate.isPresent() != key.isPresent()) {
      throw new UsageException("--tls-cert and --tls-key: one needs the other");
    }
    SslOptions.Builder options = SslOptions.builder();
    authorities.ifPresent(file -> options.trustManager(readable("--tls-ca", file).toFile()));
    if (certificate.isPresent() && key.isPresent()) {
      options.keyManager(
          readable("--tls-cert", certificate.get()).toFile(),
          readable("--tls-key", key.get()).toFile(),
          null);
    }
    return Optional.of(options.build());
  }

  private static Path readable(String option, Path file) {
    if (!Files.isReadable(file)) {
      throw new UsageException("%s: '%s' cannot be read".formatted(option, file));
    }
    return file;
  }
}
