package io.holdfast.spring.boot;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.HoldfastClient;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Opens clients, and says of failures which property led to them. */
final class ClientFactory {

  private final HoldfastProperties properties;
  private final ClientSettings settings;

  ClientFactory(HoldfastProperties properties, ClientSettings settings) {
    this.properties = properties;
    this.settings = settings;
  }

  /**
   * A client of this server.
   *
   * @throws HoldfastConnectException if it is to connect at once and cannot
   * @throws HoldfastConfigurationException if a property cannot be used
   */
  HoldfastClient open(HoldfastConnectionDetails details) {
    HoldfastServer server = details.getServer();
    return telling(
        details.getSource(),
        () -> server.open(settings.with(server.isCluster(), details.getSslBundle())));
  }

  /** Has failures of this attempt name what says where the server is. */
  <T> T telling(String origin, Supplier<T> attempt) {
    try {
      return attempt.get();
    } catch (HoldfastConfigurationException e) {
      throw e;
    } catch (LockServerException e) {
      throw new HoldfastConnectException(e, origin, properties.keyPrefix(), bundle(origin));
    } catch (IllegalArgumentException e) {
      throw new HoldfastConfigurationException(
          origin, String.valueOf(e.getMessage()), "Change the address of the server.");
    } catch (IllegalStateException e) { // Lettuce is too old
      throw new HoldfastConfigurationException(
          "lettuce.version",
          String.valueOf(e.getMessage()),
          "Remove the property lettuce.version from the build, so that the version of Spring Boot applies.");
    }
  }

  private @Nullable String bundle(String origin) {
    String own = properties.ssl().bundle();
    if (own != null) {
      return "holdfast.ssl.bundle=" + own;
    }
    return origin.startsWith("spring.data.redis") ? "spring.data.redis.ssl.bundle" : null;
  }
}
