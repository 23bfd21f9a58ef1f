package io.holdfast.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.docker.compose.core.RunningService;
import org.springframework.boot.docker.compose.service.connection.DockerComposeConnectionDetailsFactory;
import org.springframework.boot.docker.compose.service.connection.DockerComposeConnectionSource;
import org.springframework.boot.ssl.SslBundle;

/** The server is a service of Docker Compose. */
final class HoldfastDockerComposeConnectionDetailsFactory
    extends DockerComposeConnectionDetailsFactory<HoldfastConnectionDetails> {

  HoldfastDockerComposeConnectionDetailsFactory() {
    super(ServerImages.names(), ServerImages.CLIENT);
  }

  @Override
  protected HoldfastConnectionDetails getDockerComposeConnectionDetails(
      DockerComposeConnectionSource source) {
    return new OfService(source.getRunningService());
  }

  private static final class OfService extends DockerComposeConnectionDetails
      implements HoldfastConnectionDetails {

    private final @Nullable SslBundle bundle;
    private final HoldfastServer server;

    OfService(RunningService service) {
      super(service);
      this.bundle = getSslBundle(service);
      this.server =
          ServerImages.at(service.host(), service.ports().get(ServerImages.PORT), bundle != null);
    }

    @Override
    public HoldfastServer getServer() {
      return server;
    }

    @Override
    public @Nullable SslBundle getSslBundle() {
      return bundle;
    }
  }
}
