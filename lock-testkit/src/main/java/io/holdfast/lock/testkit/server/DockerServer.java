package io.holdfast.lock.testkit.server;

import io.holdfast.lock.testkit.resp.RespClient;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;

/**
 * A server in a container. The only class that knows Testcontainers: without it, nothing else here
 * changes.
 */
final class DockerServer implements TestServer {

  private static final int PORT = 6379;

  private final GenericContainer<?> container;
  private final ExternalServer server;

  private DockerServer(GenericContainer<?> container, ExternalServer server) {
    this.container = container;
    this.server = server;
  }

  static DockerServer start(String image) {
    if (!DockerClientFactory.instance().isDockerAvailable()) {
      throw new IllegalStateException(
          "-D"
              + TestServers.KIND_PROPERTY
              + "=docker: Docker does not answer; cannot start "
              + image);
    }
    GenericContainer<?> container = new GenericContainer<>(image).withExposedPorts(PORT);
    container.start();
    try {
      String uri = "redis://" + container.getHost() + ":" + container.getMappedPort(PORT);
      return new DockerServer(container, ExternalServer.connect(uri));
    } catch (RuntimeException e) {
      container.stop();
      throw e;
    }
  }

  @Override
  public String uri() {
    return server.uri();
  }

  @Override
  public ServerVersion version() {
    return server.version();
  }

  @Override
  public RespClient admin() {
    return server.admin();
  }

  @Override
  public void close() {
    server.close();
    container.stop();
  }
}
