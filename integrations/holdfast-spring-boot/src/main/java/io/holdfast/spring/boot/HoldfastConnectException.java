package io.holdfast.spring.boot;

import io.holdfast.lock.LockServerException;
import org.jspecify.annotations.Nullable;

/** The server did not let the client in while the application started. */
final class HoldfastConnectException extends LockServerException {

  private static final long serialVersionUID = 1L;

  private final String origin;
  private final String keyPrefix;
  private final @Nullable String bundle;

  /**
   * @param origin what says where the server is
   * @param bundle the property that names the SSL bundle, with its value, if it is known
   */
  HoldfastConnectException(
      LockServerException cause, String origin, String keyPrefix, @Nullable String bundle) {
    super(String.valueOf(cause.getMessage()), cause);
    this.origin = origin;
    this.keyPrefix = keyPrefix;
    this.bundle = bundle;
  }

  String origin() {
    return origin;
  }

  String keyPrefix() {
    return keyPrefix;
  }

  @Nullable String bundle() {
    return bundle;
  }
}
