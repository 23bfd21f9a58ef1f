package io.holdfast.spring.boot;

import java.util.Locale;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says why the server did not let the client in, and what helps. */
final class HoldfastConnectFailureAnalyzer
    extends AbstractFailureAnalyzer<HoldfastConnectException> {

  @Override
  protected FailureAnalysis analyze(Throwable failure, HoldfastConnectException cause) {
    String description =
        "Holdfast could not connect to its server, which is set by %s. %s"
            .formatted(cause.origin(), cause.getMessage());
    return new FailureAnalysis(description, action(cause), cause);
  }

  private static String action(HoldfastConnectException cause) {
    String said = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
    if (said.contains("noauth")
        || said.contains("wrongpass")
        || said.contains("invalid password")) {
      return """
      Set holdfast.username and holdfast.password, or spring.data.redis.username and \
      spring.data.redis.password. Without a user name the password is that of the user 'default'.""";
    }
    if (said.contains("noperm") || said.contains("lacks rights")) {
      return "Give the user the rights that Holdfast needs:\n\n" + aclLine(cause.keyPrefix());
    }
    if (said.contains("certificate")) {
      return certificate(cause);
    }
    return """
    Start the server, or change the address. To start the application without its server, set \
    holdfast.connect=background: locks then work as soon as the server can be reached.""";
  }

  private static String certificate(HoldfastConnectException cause) {
    return cause.bundle() == null
        ? "No SSL bundle is set, so the JVM's own trust store is used. Define a bundle under"
            + " spring.ssl.bundle, and name it in holdfast.ssl.bundle."
        : "Look at the certificates of the SSL bundle that is set by %s. holdfast.ssl.verify-peer=ca allows a certificate of another host."
            .formatted(cause.bundle());
  }

  /** The one of docs/protocol.md, for this prefix. */
  static String aclLine(String prefix) {
    return """
    ACL SETUSER <user> on ><password> resetkeys resetchannels ~%1$s:* &%1$s:inbox:* -@all \
    +evalsha +eval +subscribe +publish +pubsub +exists \
    +del +expire +pexpire +pttl +ttl +time +type +get +set +hget +hmget +hset +hincrby \
    +zadd +zrem +zcount +zrange +zscore +zmscore +zremrangebyscore"""
        .formatted(prefix);
  }
}
