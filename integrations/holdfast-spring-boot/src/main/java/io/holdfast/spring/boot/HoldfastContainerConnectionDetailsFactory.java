package io.holdfast.spring.boot;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.testcontainers.service.connection.ContainerConnectionDetailsFactory;
import org.springframework.boot.testcontainers.service.connection.ContainerConnectionSource;
import org.testcontainers.containers.Container;

/** The server is a container of Testcontainers with {@code @ServiceConnection}. */
final class HoldfastContainerConnectionDetailsFactory
    extends ContainerConnectionDetailsFactory<Container<?>, HoldfastConnectionDetails> {

  HoldfastContainerConnectionDetailsFactory() {
    super(List.of(ServerImages.names()), ServerImages.CLIENT);
  }

  @Override
  protected HoldfastConnectionDetails getContainerConnectionDetails(
      ContainerConnectionSource<Container<?>> source) {
    return new OfContainer(source);
  }

  private static final class OfContainer extends ContainerConnectionDetails<Container<?>>
      implements HoldfastConnectionDetails {

    OfContainer(ContainerConnectionSource<Container<?>> source) {
      super(source);
    }

    @Override
    public HoldfastServer getServer() {
      return ServerImages.at(
          getContainer().getHost(),
          getContainer().getMappedPort(ServerImages.PORT),
          getSslBundle() != null);
    }

    @Override
    public @Nullable SslBundle getSslBundle() {
      return super.getSslBundle();
    }
  }
}
