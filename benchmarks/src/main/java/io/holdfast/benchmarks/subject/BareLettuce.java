package io.holdfast.benchmarks.subject;

import io.holdfast.lock.core.engine.ClientId;
import io.holdfast.lock.core.exclusive.ScriptVerbs;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.server.Connector;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The limit: one Lettuce connection that sends the scripts of the plain lock and waits for each by
 * {@code Future.get}. No gate, no watchdog, no waiting: it can do free locks only, each used by one
 * thread.
 *
 * <p>The scripts, the keys, and the connection with its options are lock-core's own ({@link
 * Connector}: reconnects, rejects commands while disconnected, 2 s command time-out, and with epoll
 * a TCP user time-out); the arguments are the same, byte for byte, which a test holds.
 */
final class BareLettuce implements LockSubject {

  private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(2);
  private static final String CLAIM_MILLIS = "5000";
  private static final String LEASE_MILLIS = "30000";
  private static final String RETENTION_SECONDS = "600";

  private static final LuaScript.Source SOURCE = LuaScript.Source.beside(ScriptVerbs.class);
  private static final LuaScript ACQUIRE = LuaScript.load(SOURCE, "acquire.lua");
  private static final LuaScript RELEASE = LuaScript.load(SOURCE, "release.lua");

  private final ClientResources resources;
  private final Connector connector;
  private final RedisScriptingAsyncCommands<String, String> commands;
  private final Keyspace keyspace = new Keyspace("holdfast");
  private final String clientId = ClientId.create(ClientId.defaultLabel());
  private final AtomicLong numbers = new AtomicLong();

  private BareLettuce(
      ClientResources resources,
      Connector connector,
      RedisScriptingAsyncCommands<String, String> commands) {
    this.resources = resources;
    this.connector = connector;
    this.commands = commands;
  }

  static LockSubject open(String uri) {
    ClientResources resources = DefaultClientResources.create();
    Connector connector = Connector.standalone(resources, RedisURI.create(uri), COMMAND_TIMEOUT);
    Connector.Commands connected = await(connector.connect().toCompletableFuture());
    await(connected.scripting().scriptLoad(ACQUIRE.text()).toCompletableFuture());
    await(connected.scripting().scriptLoad(RELEASE.text()).toCompletableFuture());
    return new BareLettuce(resources, connector, connected.scripting());
  }

  @Override
  public LockHandle lock(String name) {
    return new Handle(keyspace.lock("lock", name));
  }

  @Override
  public LockHandle fairLock(String name) {
    throw cannotWait();
  }

  @Override
  public ReadWriteHandle readWriteLock(String name) {
    throw cannotWait();
  }

  @Override
  public PermitHandle semaphore(String name, int permits) {
    throw cannotWait();
  }

  @Override
  public PermitHandle fairSemaphore(String name, int permits) {
    throw cannotWait();
  }

  @Override
  public PermitHandle permitPool(String name, int permits) {
    throw cannotWait();
  }

  private static UnsupportedOperationException cannotWait() {
    return new UnsupportedOperationException("bare Lettuce cannot wait");
  }

  @Override
  public void close() {
    connector.close();
    resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
  }

  private static <T> T await(CompletableFuture<T> future) {
    try {
      return future.get(2 * COMMAND_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new IllegalStateException("no connection", e);
    }
  }

  private final class Handle implements LockHandle {

    private final LockKeys names;
    private final String[] keys;
    private String id = "";
    private long token;

    Handle(LockKeys names) {
      this.names = names;
      this.keys = new String[] {names.lockKey(), names.queueKey()};
    }

    @Override
    public void lock() {
      id = clientId + ':' + numbers.incrementAndGet() + ':' + CLAIM_MILLIS;
      List<Object> reply =
          send(ACQUIRE, id, LEASE_MILLIS, "w", RETENTION_SECONDS, keyspace.inboxPrefix());
      require("ACQUIRED", reply);
      token = (Long) reply.get(1);
    }

    @Override
    public void unlock() {
      require("RELEASED", send(RELEASE, id, "", RETENTION_SECONDS, keyspace.inboxPrefix()));
    }

    @Override
    public OptionalLong token() {
      return OptionalLong.of(token);
    }

    private List<Object> send(LuaScript script, String... args) {
      RedisFuture<List<Object>> future =
          commands.evalsha(script.sha1(), ScriptOutputType.MULTI, keys, args);
      try {
        return future.get();
      } catch (InterruptedException | ExecutionException e) {
        throw new IllegalStateException(script.name() + " of " + names, e);
      }
    }

    private void require(String word, List<Object> reply) {
      if (!reply.get(0).equals(word)) {
        throw new IllegalStateException(
            "%s: the server answers %s; bare Lettuce cannot wait for a lock"
                .formatted(names.name(), reply));
      }
    }
  }
}
