package io.holdfast.lock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.verbs.LockScripts;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.resp.RespException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs each script while a key of a lock has foreign data of each type. The data and its time to
 * live must be as before, and the answer must be an error that names the key, unless the script
 * does not need the key.
 */
public final class ForeignKeys {

  private static final String HELD = "me:1:1200000";
  private static final String NEXT = "me:2:1200000";
  private static final String SLEEPER = "me:3:1200000:=c";
  private static final String READER = "me:4:1200000r";

  /** Commands that write foreign data, with the key as {@code KEY}. */
  private static final List<String> FOREIGN =
      List.of(
          "SET KEY text",
          "RPUSH KEY one two",
          "SADD KEY one two",
          "ZADD KEY 1 one 2 two",
          "ZADD KEY -1 one -2 two",
          "ZADD KEY -1795699714715473 one 1795699714715473 two 9000000000000000 three",
          "ZADD KEY -inf java 1e17 a 1e300 b +inf redis",
          "ZADD KEY -3 #java 0 #redis 5 #go",
          "ZADD KEY -4 http://x/~bob 0 b 7 c:12:34",
          "ZADD KEY -7 alice 0 bob 9 #x",
          "XADD KEY 1-1 field value",
          "HSET KEY field value",
          "HSET KEY count 5 name x",
          "HSET KEY permits 3 name x",
          "HSET KEY size 4 name x",
          "HSET KEY size 4 pool swimming",
          "HSET KEY size large pool 1",
          "HSET KEY permits 3 size 4",
          "HSET KEY permits 3 size 4 born c",
          "HSET KEY count 3 initial 4",
          "HSET KEY count inf initial 4 born 0x10",
          "HSET KEY id 42",
          "HSET KEY id 42 token 1 last 2");

  /** Long, and not what any script sets. */
  private static final long LASTS_MS = 50_000_000;

  /** Of a key: its type, for how many milliseconds it lasts, and what stands there. */
  private static final String LOOK =
      """
      local key = KEYS[1]
      local type = redis.call('TYPE', key).ok
      local content = {}
      if type == 'string' then content = {redis.call('GET', key)}
      elseif type == 'list' then content = redis.call('LRANGE', key, 0, -1)
      elseif type == 'zset' then content = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
      elseif type == 'stream' then content = redis.call('XRANGE', key, '-', '+')
      elseif type == 'hash' then content = redis.call('HGETALL', key)
      elseif type == 'set' then
        content = redis.call('SMEMBERS', key)
        table.sort(content)
      end
      return {type, redis.call('PTTL', key), content}
      """;

  /** A round trip costs more than a script, and there are tens of thousands of cases. */
  private static final int TOGETHER = 50;

  private final RespClient server;
  private final List<String> keys;
  private final Map<String, String> known = new HashMap<>(); // scripts by their texts
  private final List<Case> waiting = new ArrayList<>();
  private int errors;

  /** How the keys are written, and then one call. */
  private record Case(
      String key, List<List<String>> writes, Call call, String foreign, String holds) {

    @Override
    public String toString() {
      return "%s %s with '%s'%s"
          .formatted(call.script().name(), call.arguments(), written(key, foreign), holds);
    }
  }

  /** Of a lock with these keys: of the lock, the queue, and maybe the readers. */
  public ForeignKeys(RespClient server, List<String> keys) {
    this.server = server;
    this.keys = List.copyOf(keys);
  }

  /** One call of a script. */
  public record Call(LuaScript script, List<String> arguments) {}

  private static List<Call> calls(LockScripts scripts, boolean hasReaders) {
    List<Call> calls = new ArrayList<>();
    for (String id : hasReaders ? List.of(HELD, NEXT, READER) : List.of(HELD, NEXT)) {
      for (String flags : List.of("", "w", "wr", "r")) {
        calls.add(new Call(scripts.acquire(), List.of(id, "1800000", flags, "86400", "i:")));
      }
      calls.add(new Call(scripts.acquire(), List.of(id, "1800000", "wr", "86400", "i:", "5")));
      for (String flags : List.of("", "t", "l")) {
        calls.add(new Call(scripts.release(), List.of(id, flags, "86400", "i:")));
        calls.add(new Call(scripts.release(), List.of(id + " " + NEXT, flags, "86400", "i:")));
        calls.add(
            new Call(scripts.release(), List.of(id, flags, "86400", "i:", "me:9:5000", "1800000")));
      }
      calls.add(new Call(scripts.renew(), List.of(id, "1800000")));
    }
    for (String flags : List.of("", "t", "l")) {
      calls.add(new Call(scripts.await(), List.of(HELD, flags, "86400", "i:", SLEEPER, "1800000")));
    }
    calls.add(new Call(scripts.unpark(), List.of(SLEEPER, "1800000", "", "86400", "i:")));
    for (String flags : List.of("", "a", "r", "ar")) {
      calls.add(new Call(scripts.signal(), List.of(HELD, flags, "i:", "=c")));
    }
    calls.add(new Call(scripts.roll(), List.of("me", "", "86400", "i:", NEXT, "5", SLEEPER, "6")));
    calls.add(new Call(scripts.force(), List.of("", "i:")));
    calls.add(new Call(scripts.force(), List.of("s", "i:")));
    calls.add(new Call(scripts.inspect(), List.of()));
    return calls;
  }

  /** Runs everything; returns how often the answer was an error. */
  public int tryAll(LockScripts scripts) {
    for (String key : keys) {
      for (String foreign : FOREIGN) {
        for (String holds : List.of("", "mine", "other")) {
          for (Call call : calls(scripts, keys.size() > 2)) {
            String held = ", held by '" + holds + "'";
            add(new Case(key, inUse(key, foreign, holds), call, foreign, held));
          }
        }
      }
    }
    tryWaiting();
    return errors;
  }

  /**
   * Runs these; returns how often the answer was an error.
   *
   * @param inUse how each of the keys is written when it is in use, but for one
   */
  public int tryAll(List<Call> calls, List<String> inUse) {
    for (String key : keys) {
      for (String foreign : FOREIGN) {
        List<List<String>> writes = new ArrayList<>();
        for (int i = 0; i < inUse.size(); i++) {
          if (!keys.get(i).equals(key)) {
            writes.add(List.of(written(keys.get(i), inUse.get(i)).split(" ")));
          }
        }
        writes.add(List.of(written(key, foreign).split(" ")));
        for (Call call : calls) {
          add(new Case(key, writes, call, foreign, ""));
        }
      }
    }
    tryWaiting();
    return errors;
  }

  private static String written(String key, String command) {
    return command.replace("KEY", key);
  }

  /** A lock that is in use, but for this key. */
  private List<List<String>> inUse(String key, String foreign, String holds) {
    List<List<String>> writes = new ArrayList<>();
    if (!key.equals(keys.get(0)) && !holds.isEmpty()) {
      String id = holds.equals("mine") ? HELD : "other:1:1200000";
      writes.add(List.of("HSET", keys.get(0), "id", id, "token", "11", "last", "12"));
    }
    if (!key.equals(keys.get(1))) {
      String queue = keys.get(1);
      writes.add(List.of("ZADD", queue, "-12", "#seq", "5", NEXT, "4503599627370505", SLEEPER));
      writes.add(List.of("ZADD", queue, "-4000000000000000", "me", "-9007199254740991", "#dirty"));
    }
    if (keys.size() > 2 && !key.equals(keys.get(2)) && holds.equals("other")) {
      writes.add(List.of("ZADD", keys.get(2), "4000000000000", READER));
    }
    writes.add(List.of(written(key, foreign).split(" ")));
    return writes;
  }

  private void add(Case one) {
    waiting.add(one);
    if (waiting.size() == TOGETHER) {
      tryWaiting();
    }
  }

  private void tryWaiting() {
    List<List<String>> commands = new ArrayList<>();
    for (Case one : waiting) {
      commands.add(Stream.concat(Stream.of("DEL"), keys.stream()).toList());
      commands.addAll(one.writes());
      commands.add(List.of("PEXPIRE", one.key(), Long.toString(LASTS_MS)));
      commands.add(script(LOOK, List.of(one.key()), List.of()));
      commands.add(script(one.call().script().text(), keys, one.call().arguments()));
      commands.add(script(LOOK, List.of(one.key()), List.of()));
    }
    Iterator<@Nullable Object> replies = server.pipeline(commands).iterator();
    for (Case one : waiting) {
      for (int i = 0; i < one.writes().size() + 2; i++) {
        if (replies.next() instanceof RespException refused) {
          throw new IllegalStateException("not prepared: " + one, refused);
        }
      }
      check(one, replies.next(), replies.next(), replies.next());
    }
    waiting.clear();
  }

  private List<String> script(String text, List<String> of, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add("EVALSHA");
    command.add(known.computeIfAbsent(text, one -> server.text("SCRIPT", "LOAD", one)));
    command.add(Integer.toString(of.size()));
    command.addAll(of);
    command.addAll(arguments);
    return command;
  }

  private void check(
      Case one, @Nullable Object before, @Nullable Object answer, @Nullable Object after) {
    if (answer instanceof RespException error) {
      errors++;
      assertThat(error)
          .as(one::toString)
          .hasMessageContaining("WRONGTYPE")
          .hasMessageContaining(one.key());
    } else {
      assertThat(answer).as(one::toString).isNotNull();
    }
    List<?> was = (List<?>) Objects.requireNonNull(before);
    List<?> is = (List<?>) Objects.requireNonNull(after);
    assertThat(is.get(0)).as(one::toString).isEqualTo(was.get(0)).isNotEqualTo("none");
    assertThat(is.get(2)).as(one::toString).isEqualTo(was.get(2));
    assertThat((Long) is.get(1)).as(one::toString).isBetween(LASTS_MS / 2, LASTS_MS);
  }

  /** The data under the key, and its type. */
  public static List<?> content(RespClient server, String key) {
    String type = server.text("TYPE", key);
    Object content =
        switch (type) {
          case "string" -> server.command("GET", key);
          case "list" -> server.command("LRANGE", key, "0", "-1");
          case "set" -> server.texts("SMEMBERS", key).stream().sorted().toList();
          case "zset" -> server.command("ZRANGE", key, "0", "-1", "WITHSCORES");
          case "stream" -> server.command("XRANGE", key, "-", "+");
          case "hash" -> server.command("HGETALL", key);
          default -> "nothing";
        };
    return List.of(type, Objects.requireNonNull(content));
  }
}
