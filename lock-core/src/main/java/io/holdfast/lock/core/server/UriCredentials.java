package io.holdfast.lock.core.server;

import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StaticCredentialsProvider;

/**
 * Has Lettuce log in at once with a password that it knows. It knows one from the text or the
 * builder of a {@link RedisURI}, and asks for it on another thread all the same, before it sends
 * the first request. A server that refuses a connection says so when it accepts it, and closes it:
 * what it says is lost if nothing has been asked by then, and only "Connection closed prematurely"
 * is known.
 */
final class UriCredentials {

  private UriCredentials() {}

  /**
   * The same credentials, known at once: as they are now, whatever becomes of the characters that
   * the URI was given. Those of a provider of the user's own are asked for at each connection.
   */
  static RedisCredentialsProvider of(RedisURI uri) {
    RedisCredentialsProvider provider = uri.getCredentialsProvider();
    if (!isOfLettuce(provider)) {
      return provider;
    }
    RedisCredentials known = provider.resolveCredentials().toFuture().getNow(null);
    return known == null
        ? provider
        : new StaticCredentialsProvider(known.getUsername(), known.getPassword());
  }

  private static boolean isOfLettuce(RedisCredentialsProvider provider) {
    Class<?> maker = provider.getClass().getNestHost(); // the class whose lambda it is
    return maker == RedisURI.Builder.class || maker == RedisURI.class;
  }
}
