package io.holdfast.lock.testkit.proxy;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The one thread of a proxy, a daemon, and how others have something done on it. */
final class ProxyLoop {

  private static final long LIMIT_SECONDS = 10;

  @SuppressWarnings("deprecation") // Netty 4.1 has no other
  private final EventLoopGroup group =
      new NioEventLoopGroup(1, new DefaultThreadFactory("testkit-proxy", true));

  private final EventLoop loop = group.next();

  // Netty's own timers keep the processor busy for the last half of a millisecond.
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          new DefaultThreadFactory("testkit-proxy-timer", true));

  EventLoopGroup group() {
    return group;
  }

  EventLoop loop() {
    return loop;
  }

  /**
   * Does it on the thread and waits for its end, interrupted or not: what is half done would stay.
   *
   * @throws IllegalStateException if the proxy is closed
   */
  <T> T call(Callable<T> task) {
    if (loop.inEventLoop()) {
      return direct(task);
    }
    try {
      return await(loop.submit(task));
    } catch (RejectedExecutionException e) {
      throw new IllegalStateException("the proxy is closed", e);
    }
  }

  void run(Runnable task) {
    var unused =
        call(
            () -> {
              task.run();
              return true;
            });
  }

  private static <T> T direct(Callable<T> task) {
    try {
      return task.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static <T> T await(Future<T> future) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return future.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (TimeoutException e) {
          throw new IllegalStateException(
              "the proxy's thread has not answered within " + LIMIT_SECONDS + " s", e);
        } catch (ExecutionException e) {
          if (e.getCause() instanceof RuntimeException cause) {
            throw cause;
          }
          throw new IllegalStateException("proxy: " + e.getCause(), e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Does it on the thread, so much later; nothing if the proxy is closed by then. */
  void after(long nanos, Runnable task) {
    var unused =
        timer.schedule(
            () -> {
              if (!isClosed()) {
                loop.execute(task);
              }
            },
            nanos,
            TimeUnit.NANOSECONDS);
  }

  boolean isClosed() {
    return loop.isShuttingDown();
  }

  void close() {
    var unused = await(group.shutdownGracefully(0, 1, TimeUnit.SECONDS));
    timer.shutdownNow();
  }
}
