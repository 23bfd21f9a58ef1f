package io.holdfast.benchmarks.subject;

import io.holdfast.lock.core.engine.ClientId;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.server.Connector;
import io.holdfast.lock.core.server.NativeDelete;
import io.holdfast.lock.core.verbs.LockScripts;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The limit: one Lettuce connection that sends the scripts of the plain lock and waits for each by
 * {@code Future.get}, and, once it has found a lock held, another one by which it hears of grants.
 * No gate, no watchdog, no second question: each handle is used by one thread, and a message that
 * is lost is the end.
 *
 * <p>A server that has a command to compare and delete is sent that one, as by lock-core.
 *
 * <p>The scripts, the keys, and the connection with its options are lock-core's own ({@link
 * Connector}: reconnects, rejects commands while disconnected, 2 s command time-out, and with epoll
 * a TCP user time-out); the arguments are the same, byte for byte, which a test holds.
 */
final class BareLettuce implements PlainLocksOnly {

  private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(2);
  private static final String CLAIM_MILLIS = "5000";
  private static final String LEASE_MILLIS = "30000";
  private static final int THIN_BLOCK = 8; // as holder_key.lua has it
  private static final String RETENTION_SECONDS = "600";

  private static final LuaScript ACQUIRE = LockScripts.EXCLUSIVE.acquire();
  private static final LuaScript END_THIN = LockScripts.EXCLUSIVE.endThin().orElseThrow();
  private static final LuaScript RELEASE = LockScripts.EXCLUSIVE.release();

  private final ClientResources resources;
  private final Connector connector;
  private final Connector.Commands connected;
  private final RedisScriptingAsyncCommands<String, String> commands;
  private final Optional<NativeDelete> nativeDelete;
  private final Keyspace keyspace = new Keyspace("holdfast");
  private final String clientId = ClientId.create(ClientId.defaultLabel());
  private final AtomicLong numbers = new AtomicLong();
  private final AtomicReference<@Nullable BareInbox> inbox = new AtomicReference<>(); // when needed

  private BareLettuce(
      ClientResources resources, Connector connector, Connector.Commands connected) {
    this.resources = resources;
    this.connector = connector;
    this.connected = connected;
    this.commands = connected.scripting();
    this.nativeDelete =
        Stream.of(NativeDelete.values())
            .filter(
                one ->
                    !sent(one, keyspace.counter() + ":none", "none")
                        .get(0)
                        .equals(NativeDelete.REFUSED))
            .findFirst();
  }

  static LockSubject open(String uri) {
    ClientResources resources = DefaultClientResources.create();
    Connector connector = Connector.standalone(resources, RedisURI.create(uri), COMMAND_TIMEOUT);
    Connector.Commands connected = await(connector.connect().toCompletableFuture());
    await(connected.scripting().scriptLoad(ACQUIRE.text()).toCompletableFuture());
    await(connected.scripting().scriptLoad(END_THIN.text()).toCompletableFuture());
    await(connected.scripting().scriptLoad(RELEASE.text()).toCompletableFuture());
    return new BareLettuce(resources, connector, connected);
  }

  @Override
  public LockHandle lock(String name) {
    return new Handle(keyspace.lock("lock", name));
  }

  private List<Object> sent(NativeDelete command, String key, String text) {
    AsyncCommand<String, String, List<Object>> one = command.command(key, text);
    connected.connection().dispatch(one);
    return await(one.toCompletableFuture());
  }

  private synchronized BareInbox openInbox() {
    BareInbox open = inbox.get();
    if (open == null) {
      open =
          BareInbox.of(
              await(connector.connectPubSub().toCompletableFuture()),
              keyspace.inboxPrefix() + clientId);
      inbox.set(open);
    }
    return open;
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
    private final String[] lockKey;
    private final String[] keys;
    private final String[] drawingKeys;
    private String id = "";
    private long token;
    private boolean isThin;

    Handle(LockKeys names) {
      this.names = names;
      this.lockKey = new String[] {names.lockKey()};
      this.keys = new String[] {names.lockKey(), names.queueKey()};
      this.drawingKeys = new String[] {names.lockKey(), names.queueKey(), keyspace.counter()};
    }

    @Override
    public void lock() {
      id = clientId + ':' + numbers.incrementAndGet() + ':' + CLAIM_MILLIS;
      isThin = false;
      BareInbox listening = inbox.get();
      if (listening == null) {
        token = lockWithoutInbox();
      } else {
        token = lock(listening, "w");
      }
    }

    /** Does not wait if the lock is free; nobody is granted one who does not listen. */
    private long lockWithoutInbox() {
      List<Object> reply = ask("w");
      return reply.get(0).equals("QUEUED") ? lock(openInbox(), "wr") : tokenOf(reply);
    }

    private long lock(BareInbox listening, String flags) {
      CompletableFuture<Long> granted = listening.expect(id);
      List<Object> reply = ask(flags);
      long got = reply.get(0).equals("QUEUED") ? BareInbox.await(granted) : tokenOf(reply);
      listening.expectNoMore(id);
      return got;
    }

    private long tokenOf(List<Object> reply) {
      if (reply.get(0) instanceof Long first) {
        isThin = true;
        return first;
      }
      require("ACQUIRED", reply);
      isThin = (Long) reply.get(2) - (Long) reply.get(1) + 1 == THIN_BLOCK;
      return (Long) reply.get(1);
    }

    private List<Object> ask(String flags) {
      return send(
          ACQUIRE, drawingKeys, id, LEASE_MILLIS, flags, RETENTION_SECONDS, keyspace.inboxPrefix());
    }

    @Override
    public void unlock() {
      if (!isThin || !endThin(id + ' ' + token).get(0).equals(NativeDelete.DELETED)) {
        require("RELEASED", send(RELEASE, keys, id, "", RETENTION_SECONDS, keyspace.inboxPrefix()));
      }
    }

    private List<Object> endThin(String holder) {
      return nativeDelete
          .map(command -> sent(command, names.lockKey(), holder))
          .orElseGet(() -> send(END_THIN, lockKey, holder));
    }

    @Override
    public OptionalLong token() {
      return OptionalLong.of(token);
    }

    private List<Object> send(LuaScript script, String[] of, String... args) {
      RedisFuture<List<Object>> future =
          commands.evalsha(script.sha1(), ScriptOutputType.MULTI, of, args);
      try {
        return future.get();
      } catch (InterruptedException | ExecutionException e) {
        throw new IllegalStateException(script.name() + " of " + names, e);
      }
    }

    private void require(String word, List<Object> reply) {
      if (!reply.get(0).equals(word)) {
        throw new IllegalStateException(
            "%s: the server answers %s, and not %s".formatted(names.name(), reply, word));
      }
    }
  }
}
