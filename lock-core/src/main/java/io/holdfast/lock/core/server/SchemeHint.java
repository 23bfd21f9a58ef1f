package io.holdfast.lock.core.server;

import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/**
 * Names the likely cause when TLS is spoken to a port that does not speak it, or the other way
 * round: each end waits for the other then, or hangs up, and neither says why.
 */
final class SchemeHint {

  private static final int DEEPEST = 10; // there are circles

  /**
   * How a server of TLS hangs up on a client that it does not understand. It sends an alert
   * ("invalid first byte"), or closes the connection, which Lettuce may see before it has begun to
   * use it ("not registered").
   */
  private static final List<String> HUNG_UP =
      List.of("reset", "closed", "broken pipe", "invalid first byte", "not registered");

  private SchemeHint() {}

  /**
   * The same failure, with the likely cause if the scheme can be one.
   *
   * @param isTls whether TLS was spoken
   * @param thrown by the first attempt to connect
   */
  static Throwable explain(boolean isTls, Throwable thrown) {
    boolean isLikely =
        all(thrown, DEEPEST).anyMatch(isTls ? SchemeHint::isMute : SchemeHint::isHungUp);
    return isLikely
        ? new RedisException(
            "%s; %s"
                .formatted(
                    FailureReason.of(thrown),
                    isTls
                        ? "if this port does not speak TLS, the URI has to begin with redis://"
                        : "if this port speaks TLS, the URI has to begin with rediss://"),
            thrown)
        : thrown;
  }

  private static Stream<Throwable> all(Throwable thrown, int depth) {
    Throwable cause = thrown.getCause();
    Stream<Throwable> below =
        Stream.concat(
            cause == null ? Stream.empty() : Stream.of(cause),
            Arrays.stream(thrown.getSuppressed()));
    return depth == 0
        ? Stream.empty()
        : Stream.concat(Stream.of(thrown), below.flatMap(one -> all(one, depth - 1)));
  }

  private static boolean isMute(Throwable thrown) {
    return thrown instanceof RedisCommandTimeoutException
        || thrown instanceof NotSslRecordException
        || thrown instanceof SslHandshakeTimeoutException
        || (thrown instanceof SSLException && messageOf(thrown).contains("connection closed"));
  }

  private static boolean isHungUp(Throwable thrown) {
    return thrown.getCause() == null && HUNG_UP.stream().anyMatch(messageOf(thrown)::contains);
  }

  private static String messageOf(Throwable thrown) {
    return Objects.requireNonNullElse(thrown.getMessage(), "").toLowerCase(Locale.ROOT);
  }
}
