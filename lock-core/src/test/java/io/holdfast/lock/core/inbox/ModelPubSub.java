package io.holdfast.lock.core.inbox;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.pubsub.RedisPubSubListener;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The part of a connection that an inbox uses. Subscribing succeeds at once. */
final class ModelPubSub implements InvocationHandler {

  private volatile @Nullable RedisPubSubListener<String, String> listener;
  private volatile boolean isSubscribed;
  private volatile boolean isClosed;

  @SuppressWarnings("unchecked")
  StatefulRedisPubSubConnection<String, String> connection() {
    return (StatefulRedisPubSubConnection<String, String>)
        proxy(StatefulRedisPubSubConnection.class);
  }

  /** Delivers it, if the connection is subscribed and open. */
  void message(String text) {
    RedisPubSubListener<String, String> to = listener;
    if (to != null && isSubscribed && !isClosed) {
      to.message("inbox", text);
    }
  }

  boolean isClosed() {
    return isClosed;
  }

  private Object proxy(Class<?> type) {
    return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this);
  }

  @Override
  @SuppressWarnings("unchecked")
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) {
    return switch (method.getName()) {
      case "addListener" -> {
        if (arguments[0] instanceof RedisPubSubListener<?, ?>) { // not of the state of connections
          listener = (RedisPubSubListener<String, String>) arguments[0];
        }
        yield null;
      }
      case "async" -> proxy(RedisPubSubAsyncCommands.class);
      case "subscribe" -> {
        isSubscribed = true;
        listener.subscribed("inbox", 1);
        yield proxy(RedisFuture.class);
      }
      case "thenRun" -> {
        ((Runnable) arguments[0]).run();
        yield CompletableFuture.completedFuture(null);
      }
      case "toCompletableFuture" -> CompletableFuture.completedFuture(null);
      case "closeAsync" -> {
        isClosed = true;
        yield CompletableFuture.completedFuture(null);
      }
      case "isOpen" -> !isClosed;
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      case "toString" -> "connection";
      default -> throw new UnsupportedOperationException(method.toString());
    };
  }
}
