package io.holdfast.benchmarks.subject;

import io.holdfast.lock.core.engine.ClientId;
import io.holdfast.lock.core.script.LuaScript;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The least that a lock with a token can ask of the server: {@code SET id NX PX} and {@code INCR}
 * in one write, and a release of two lines. For free locks only: nobody waits, nothing is renewed,
 * and what is lost is lost. Each handle is used by one thread.
 */
final class ThinLettuce implements PlainLocksOnly {

  private static final String COUNTER = "thin:seq";
  private static final String LEASE_MILLIS = "30000";
  private static final LuaScript RELEASE =
      LuaScript.load(LuaScript.Source.beside(ThinLettuce.class), "thin-release.lua");

  private final RedisClient client;
  private final StatefulRedisConnection<String, String> connection;
  private final String clientId = ClientId.create(ClientId.defaultLabel());
  private final AtomicLong numbers = new AtomicLong();

  private ThinLettuce(RedisClient client) {
    this.client = client;
    this.connection = client.connect();
    connection.sync().scriptLoad(RELEASE.text());
  }

  static LockSubject open(String uri) {
    return new ThinLettuce(RedisClient.create(uri));
  }

  @Override
  public LockHandle lock(String name) {
    return new Handle("thin:{" + name + '}');
  }

  @Override
  public void close() {
    connection.close();
    client.shutdown();
  }

  private static <T> T answerTo(Future<T> command) {
    try {
      return command.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException("no answer", e);
    }
  }

  private static <T> AsyncCommand<String, String, T> command(
      CommandType type, CommandOutput<String, String, T> output, String... words) {
    CommandArgs<String, String> args = new CommandArgs<>(StringCodec.UTF8);
    for (String word : words) {
      args.add(word);
    }
    return new AsyncCommand<>(new Command<>(type, output, args));
  }

  private final class Handle implements LockHandle {

    private final String key;
    private String id = "";
    private long token;

    Handle(String key) {
      this.key = key;
    }

    @Override
    public void lock() {
      id = clientId + ':' + numbers.incrementAndGet();
      AsyncCommand<String, String, String> set =
          command(
              CommandType.SET,
              new StatusOutput<>(StringCodec.UTF8),
              key,
              id,
              "NX",
              "PX",
              LEASE_MILLIS);
      AsyncCommand<String, String, Long> number =
          command(CommandType.INCR, new IntegerOutput<>(StringCodec.UTF8), COUNTER);
      connection.dispatch(List.of(set, number));
      if (!"OK".equals(answerTo(set))) {
        throw new IllegalStateException(key + " is held");
      }
      token = answerTo(number);
    }

    @Override
    public void unlock() {
      Long released =
          answerTo(
              connection
                  .async()
                  .<Long>evalsha(RELEASE.sha1(), ScriptOutputType.INTEGER, new String[] {key}, id));
      if (released != 1) {
        throw new IllegalStateException(key + " was not held");
      }
    }

    @Override
    public OptionalLong token() {
      return OptionalLong.of(token);
    }
  }
}
