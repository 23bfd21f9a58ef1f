package io.holdfast.lock.core;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.HeldLock;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LockStatistics;
import io.holdfast.lock.Locks;
import io.holdfast.lock.core.jfr.Recorder;
import io.holdfast.lock.core.kind.ClientAccess;
import io.holdfast.lock.core.kind.ExclusiveLocks;
import io.holdfast.lock.core.kind.KindParts;
import io.holdfast.lock.core.kind.LocksOfKind;
import io.holdfast.lock.core.server.LettuceFeatures;
import io.holdfast.lock.core.server.ServerUri;
import io.holdfast.lock.core.server.StackRoom;
import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A client of one server (or Sentinel group, or cluster), with two connections, one timer thread
 * and the locks of this process. Make one and share it.
 *
 * <pre>{@code
 * try (HoldfastClient client = HoldfastClient.connect("redis://localhost")) {
 *   DistributedLock lock = client.lock("order:42");
 *   lock.lock();
 *   try {
 *     // nobody else, in any process
 *   } finally {
 *     lock.unlock();
 *   }
 * }
 * }</pre>
 */
public final class HoldfastClient implements Locks, AutoCloseable {

  private static final long SHUTDOWN_SECONDS = 2;

  static {
    ClientAccess.open(
        new ClientAccess() {
          @Override
          protected <T extends LocksOfKind> T present(
              HoldfastClient client, String kind, Class<T> type, Function<KindParts, T> maker) {
            return client.parts.present(kind, type, maker);
          }
        });
  }

  private final ClientParts parts;
  private final ExclusiveLocks locks;

  private HoldfastClient(ClientParts parts) {
    this.parts = parts;
    this.locks =
        parts.present(
            ExclusiveLocks.PLAIN.keyWord(),
            ExclusiveLocks.class,
            present -> new ExclusiveLocks(present, ExclusiveLocks.PLAIN));
  }

  /**
   * Connects, with default settings.
   *
   * @param uri as Lettuce reads it: {@code redis://[[user:]password@]host[:port]}, {@code
   *     rediss://…} for TLS, {@code redis-sentinel://host:26379,host:26379#master}. Its password is
   *     that of the master. The password of the Sentinels stands before the '#', as {@code
   *     ?sentinelPassword=…}, with {@code &sentinelUser=…} if they have users. In a password,
   *     escape {@code / ? # %} and blanks: {@code %2F %3F %23 %25 %20}
   * @throws IllegalArgumentException if the URI is malformed; the exception says what is wrong, but
   *     contains nothing of the text, because a password may be anywhere in it
   * @throws IllegalStateException if the Lettuce on the class path is older than 6.6
   * @throws LockServerException if the server cannot be reached, or refuses; also if the user lacks
   *     a right, or the server lacks a command, that every lock needs: the exception names it
   */
  public static HoldfastClient connect(String uri) {
    return connect(HoldfastSettings.defaults(), uri);
  }

  /** As {@link #connect(HoldfastSettings, RedisURI...)} with default settings. */
  public static HoldfastClient connect(RedisURI... uris) {
    return connect(HoldfastSettings.defaults(), uris);
  }

  /** As {@link #connect(HoldfastSettings, RedisURI...)} with a URI as text. */
  public static HoldfastClient connect(HoldfastSettings settings, String uri) {
    prepare();
    return connect(settings, ServerUri.parse(uri));
  }

  /**
   * Connects, on network resources of its own. If a host name has several addresses, they are tried
   * in turn. Waits for the server for twice the command time-out, but at least 10 s.
   *
   * @param uris one; for a cluster, its seeds
   * @throws IllegalArgumentException if the number of URIs is wrong, or one says no TLS and the
   *     settings have {@linkplain HoldfastSettings.Builder#ssl options for it}
   * @throws IllegalStateException if the Lettuce on the class path is older than 6.6
   * @throws LockServerException if the server cannot be reached, or refuses; also if the user lacks
   *     a right, or the server lacks a command, that every lock needs: the exception names it
   */
  public static HoldfastClient connect(HoldfastSettings settings, RedisURI... uris) {
    prepare();
    // One network thread: two connections need no more, and answers and messages share its
    // wake-ups.
    ClientResources own =
        DefaultClientResources.builder()
            .eventLoopGroupProvider(new DefaultEventLoopGroupProvider(1))
            .build();
    try {
      return open(own, settings, uris, () -> shutDown(own));
    } catch (RuntimeException e) {
      shutDown(own);
      throw e;
    }
  }

  private static void prepare() {
    StackRoom
        .requireForCall(); // what is loaded below could never be again if there were too little
    LettuceFeatures.requireSupported();
    Recorder.lookAndWait();
  }

  private static void shutDown(ClientResources resources) {
    resources
        .shutdown(0, SHUTDOWN_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
  }

  /** As {@link #using(ClientResources, HoldfastSettings, RedisURI...)} with default settings. */
  public static HoldfastClient using(ClientResources resources, RedisURI... uris) {
    return using(resources, HoldfastSettings.defaults(), uris);
  }

  /**
   * Connects on the application's Lettuce resources, with connections of its own. {@link #close()}
   * does not shut the resources down, and does not affect other clients that use them. Their
   * network threads must be Netty's {@code FastThreadLocalThread}s, as Lettuce makes by default: a
   * {@code ThreadFactoryProvider} that makes others is not supported.
   *
   * @throws IllegalArgumentException as {@link #connect(HoldfastSettings, RedisURI...)}
   * @throws IllegalStateException if the Lettuce on the class path is older than 6.6
   * @throws LockServerException if the server cannot be reached, or refuses; also if the user lacks
   *     a right, or the server lacks a command, that every lock needs: the exception names it
   */
  public static HoldfastClient using(
      ClientResources resources, HoldfastSettings settings, RedisURI... uris) {
    prepare();
    return open(resources, settings, uris, () -> {});
  }

  private static HoldfastClient open(
      ClientResources resources,
      HoldfastSettings settings,
      RedisURI[] uris,
      Runnable releaseResources) {
    if (uris.length == 0 || (uris.length > 1 && !settings.values().isCluster())) {
      throw new IllegalArgumentException(
          "%s server URIs: must be exactly one, or at least one with settings for a cluster"
              .formatted(uris.length));
    }
    return new HoldfastClient(
        ClientParts.open(resources, settings.values(), List.of(uris), releaseResources));
  }

  /**
   * The re-entrant lock of this name. No I/O; the object is light, and all objects of one name are
   * the same lock.
   *
   * @throws IllegalArgumentException if the name is longer than 1024 bytes of UTF-8 or not
   *     well-formed Unicode
   */
  public DistributedLock lock(String name) {
    return lock(name, AcquireOptions.defaults());
  }

  /**
   * The same lock, with these options for methods that take none. The wait of the options counts
   * for {@code acquire} and similar methods, not for {@code lock()}.
   */
  public DistributedLock lock(String name, AcquireOptions options) {
    return locks.get(name, options);
  }

  /** As {@link #lock(String)}. */
  @Override
  public DistributedLock get(String name) {
    return lock(name);
  }

  /** As {@link #lock(String, AcquireOptions)}. */
  @Override
  public DistributedLock get(String name, AcquireOptions options) {
    return lock(name, options);
  }

  /**
   * Counts of what happened to the locks of this client, of all kinds. Always returns the same live
   * view, also after {@link #close()}. The locks of a quorum count at the first of its clients.
   */
  public LockStatistics statistics() {
    return parts.statistics();
  }

  /** How many names this client holds, or waits for, now. */
  int namesInUse() {
    return parts.namesInUse();
  }

  /**
   * What this client knows of itself: whether its connections are up, and since when; when the
   * server last answered; how many holds and waiters there are. No I/O, and no wait for the server.
   * Any thread, also after {@link #close()}.
   *
   * <p>Cost: linear in the locks in use here and their holds.
   */
  public ClientStatus status() {
    return parts.status();
  }

  /**
   * The holds of this client that are owned and valid now, in no particular order: of locks of all
   * kinds, with one entry for each thread or handle, and of permits. No I/O. Any thread.
   *
   * <p>The list has no holds that were granted but not yet taken up, no permits of a {@link
   * io.holdfast.lock.DistributedSemaphore}, which have no owner, and no holds of a quorum lock:
   * {@code RedLocks.holds()} has those.
   *
   * <p>Cost: as {@link #status()}.
   */
  public List<HeldLock> holds() {
    return parts.holds();
  }

  /**
   * Asks the server for a sign of life. The future completes with the time until the answer, or
   * fails with {@link LockServerException} if there is none within the command time-out, or no
   * connection. In a cluster, it asks one node. An unanswered ping counts as an unanswered request:
   * it lets the client notice a dead connection. Any thread; does not block. One round trip.
   *
   * <p>It completes on the same threads as other futures of the client: see {@link
   * HoldfastSettings.Builder#callbackExecutor}.
   */
  public CompletableFuture<Duration> ping() {
    return parts.ping();
  }

  /**
   * Declares every hold lost, releases it, and fails all waiters with {@link
   * io.holdfast.lock.ClientClosedException}. Waits for the server up to one command time-out; up to
   * one second more if the client has used semaphores, and again if it has used latches. Leaves no
   * thread, connection or subscription, and no lock held. A second call does nothing.
   */
  @Override
  public void close() {
    parts.close();
  }

  @Override
  public String toString() {
    return parts.describe();
  }
}
