package io.holdfast.lock.testkit.server;

import java.util.Optional;

/**
 * Which server this JVM's tests use.
 *
 * <table>
 *   <caption>System properties</caption>
 *   <tr><td>{@code holdfast.redis.uri}</td><td>a server that somebody else runs; never killed</td></tr>
 *   <tr><td>{@code holdfast.redis.flush}</td><td>{@code true}: that server may be emptied between tests</td></tr>
 *   <tr><td>{@code holdfast.redis}</td><td>{@code auto}, {@code path}, {@code embedded} (see {@link RedisBinary}), or
 *       {@code docker}: a container, by Testcontainers</td></tr>
 *   <tr><td>{@code holdfast.redis.image}</td><td>the container's image instead of {@code redis:7}</td></tr>
 *   <tr><td>{@code holdfast.redis.bin}</td><td>the path of a server program</td></tr>
 * </table>
 */
public final class TestServers {

  /** A server that somebody else runs. */
  public static final String URI_PROPERTY = "holdfast.redis.uri";

  /** Whether that server may be emptied. */
  public static final String FLUSH_PROPERTY = "holdfast.redis.flush";

  /** The kind of server. */
  public static final String KIND_PROPERTY = "holdfast.redis";

  /** The image of a container. */
  public static final String IMAGE_PROPERTY = "holdfast.redis.image";

  /** The path of a server program. */
  public static final String BINARY_PROPERTY = "holdfast.redis.bin";

  /** A jar {@code embedded-redis} that is not on the class path. */
  public static final String JAR_PROPERTY = "holdfast.redis.jar";

  private static final String DEFAULT_IMAGE = "redis:7";

  private TestServers() {}

  /**
   * A server of the kind chosen by the properties: connected to, or started.
   *
   * @throws IllegalStateException if there is no such server; says why
   */
  public static TestServer open() {
    whyNotControllable().ifPresent(TestServers::requireOpenAccess);
    Optional<String> uri = Optional.ofNullable(System.getProperty(URI_PROPERTY));
    if (uri.isPresent()) {
      return ExternalServer.connect(uri.get());
    }
    if (isDocker()) {
      return startContainer(System.getProperty(IMAGE_PROPERTY, DEFAULT_IMAGE));
    }
    return RedisServer.start();
  }

  private static void requireOpenAccess(String why) {
    if (System.getProperty(ClientAccess.PROPERTY) != null) {
      throw new IllegalStateException(
          "-D%s is for servers that this JVM starts; %s".formatted(ClientAccess.PROPERTY, why));
    }
  }

  /**
   * A server that somebody else runs, whatever the properties say.
   *
   * @param uri {@code redis://[:password@]host:port}
   */
  public static TestServer connect(String uri) {
    return ExternalServer.connect(uri);
  }

  /** Why this JVM's tests have no server that they can kill and freeze; empty if they have. */
  public static Optional<String> whyNotControllable() {
    if (System.getProperty(URI_PROPERTY) != null) {
      return Optional.of(
          "-D"
              + URI_PROPERTY
              + " names a server of somebody else, which cannot be killed or frozen");
    }
    if (isDocker()) {
      return Optional.of(
          "-D" + KIND_PROPERTY + "=docker: a container is not killed or frozen by this testkit");
    }
    return Optional.empty();
  }

  /**
   * Whether the chosen server may be emptied: our own, and another's only by {@code
   * -Dholdfast.redis.flush=true}.
   */
  public static boolean mayWipe() {
    return System.getProperty(URI_PROPERTY) == null || Boolean.getBoolean(FLUSH_PROPERTY);
  }

  private static boolean isDocker() {
    return "docker".equals(System.getProperty(KIND_PROPERTY));
  }

  private static TestServer startContainer(String image) {
    try {
      return DockerServer.start(image);
    } catch (NoClassDefFoundError e) {
      throw new IllegalStateException(
          "-D"
              + KIND_PROPERTY
              + "=docker needs org.testcontainers:testcontainers on the class path",
          e);
    }
  }
}
