package io.holdfast.lock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.exclusive.LockScripts;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.resp.RespException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

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

  private final RespClient server;
  private final List<String> keys;
  private int errors;

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
            tryOne(key, foreign, holds, call);
          }
        }
      }
    }
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
        for (Call call : calls) {
          server.command(words("DEL", keys));
          for (int i = 0; i < inUse.size(); i++) {
            if (!keys.get(i).equals(key)) {
              server.command(inUse.get(i).replace("KEY", keys.get(i)).split(" "));
            }
          }
          write(key, foreign);
          tryOne(key, call, "%s with '%s'".formatted(call, foreign.replace("KEY", key)));
        }
      }
    }
    return errors;
  }

  private void write(String key, String foreign) {
    server.command(foreign.replace("KEY", key).split(" "));
    server.command("PEXPIRE", key, Long.toString(LASTS_MS));
  }

  /** A lock that is in use, but for this key. */
  private void prepare(String key, String foreign, String holds) {
    server.command(words("DEL", keys));
    if (!key.equals(keys.get(0)) && !holds.isEmpty()) {
      String id = holds.equals("mine") ? HELD : "other:1:1200000";
      server.command("HSET", keys.get(0), "id", id, "token", "11", "last", "12");
    }
    if (!key.equals(keys.get(1))) {
      server.command("ZADD", keys.get(1), "-12", "#seq", "5", NEXT, "4503599627370505", SLEEPER);
      server.command("ZADD", keys.get(1), "-4000000000000000", "me", "-9007199254740991", "#dirty");
    }
    if (keys.size() > 2 && !key.equals(keys.get(2)) && holds.equals("other")) {
      server.command("ZADD", keys.get(2), "4000000000000", READER);
    }
    write(key, foreign);
  }

  private void tryOne(String key, String foreign, String holds, Call call) {
    prepare(key, foreign, holds);
    tryOne(
        key,
        call,
        "%s %s with '%s', held by '%s'"
            .formatted(call.script().name(), call.arguments(), foreign.replace("KEY", key), holds));
  }

  private void tryOne(String key, Call call, String what) {
    List<?> before = content(server, key);
    List<String> eval = new ArrayList<>(List.of("EVAL", call.script().text()));
    eval.add(Integer.toString(keys.size()));
    eval.addAll(keys);
    eval.addAll(call.arguments());
    try {
      assertThat(server.command(eval.toArray(String[]::new))).as(what).isNotNull();
    } catch (RespException e) {
      errors++;
      assertThat(e).as(what).hasMessageContaining("WRONGTYPE").hasMessageContaining(key);
    }
    assertThat(content(server, key)).as(what).isEqualTo(before);
    assertThat(server.number("PTTL", key)).as(what).isBetween(LASTS_MS / 2, LASTS_MS);
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

  private static String[] words(String verb, List<String> more) {
    List<String> words = new ArrayList<>(List.of(verb));
    words.addAll(more);
    return words.toArray(String[]::new);
  }
}
