package io.holdfast.lock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.verbs.LockScripts;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.resp.RespSubscriber;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.ScriptRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A client ignores a grant whose token is not above the number that came with its place in the
 * queue. So no script may answer a place with a number that it drew for a grant to that very id.
 */
@ExtendWith(RedisServerExtension.class)
class StaleReplyIT {

  private static final String LOCK = "l{x}";
  private static final String QUEUE = "q{x}";
  private static final String HELD = "me:1:1200000";
  private static final String NEXT = "me:2:1200000";
  private static final String SLEEPER = "me:2:1200000:=c";

  private static final List<String> HOLDER =
      List.of(
          "", "HSET l{x} id " + HELD + " token 11 last 12", "HSET l{x} id o:9:5 token 11 last 12");
  private static final List<String> DEBT = List.of("", "ZADD q{x} -9007199254740991 #dirty");
  private static final List<String> MINE =
      List.of(
          "",
          "ZADD q{x} 7 " + NEXT,
          "ZADD q{x} 7 " + SLEEPER,
          "ZADD q{x} 4503599627370505 " + SLEEPER,
          "ZADD q{x} 8 " + HELD + " 7 " + NEXT);
  private static final List<String> BEFORE_ME =
      List.of(
          "",
          "ZADD q{x} 4 deaf:3:1200000",
          "ZADD q{x} 4 silent:3:5:=c",
          "ZADD q{x} 4 other:3:1200000",
          "ZADD q{x} 4503599627370500 other:3:1200000:=c");
  private static final List<String> HEARD =
      List.of(
          "ZADD q{x} -1 #seq -4000000000000000 me -4000000000000000 other -4000000000000000 deaf"
              + " -1000000 silent");

  private RespClient server;
  private String uri;

  @BeforeEach
  void connect(@FreshServer RedisServer fresh) {
    server = fresh.admin();
    uri = fresh.uri();
  }

  /** What one script answers to one question for an id. */
  private record Call(LuaScript script, String id, List<String> arguments) {}

  private static List<Call> calls(LockScripts scripts) {
    List<Call> calls = new ArrayList<>();
    for (String flags : List.of("", "l", "t", "o", "lt")) {
      for (String ids : List.of(HELD, HELD + " me:3:1200000", HELD + " " + SLEEPER)) {
        calls.add(
            new Call(
                scripts.await(), SLEEPER, List.of(ids, flags, "86400", "i:", SLEEPER, "1800000")));
        calls.add(
            new Call(scripts.release(), NEXT, List.of(ids, flags, "86400", "i:", NEXT, "1800000")));
      }
    }
    for (String flags : List.of("w", "wr", "wo")) {
      calls.add(new Call(scripts.acquire(), NEXT, List.of(NEXT, "1800000", flags, "86400", "i:")));
      calls.add(
          new Call(scripts.acquire(), NEXT, List.of(NEXT, "1800000", flags, "86400", "i:", "9")));
    }
    calls.add(new Call(scripts.unpark(), SLEEPER, List.of(SLEEPER, "1800000", "", "86400", "i:")));
    return calls;
  }

  private List<?> run(Call call, List<String> before) {
    server.command("DEL", LOCK, QUEUE);
    before.forEach(command -> server.command(command.split(" ")));
    List<String> eval = new ArrayList<>(List.of("EVAL", call.script().text(), "2", LOCK, QUEUE));
    eval.addAll(call.arguments());
    return (List<?>) Objects.requireNonNull(server.command(eval.toArray(String[]::new)));
  }

  @Test
  @DisplayName("failure 120: no script tells a place with a number that it drew for a grant of it")
  void place_ofOneThatIsGrantedByTheSameCall_isToldWithAnEarlierNumber() {
    try (RespSubscriber inboxes = RespSubscriber.channels(uri, "i:me", "i:other")) {
      int granted = 0;
      for (List<String> before :
          ScriptRun.combinations(List.of(HOLDER, DEBT, MINE, BEFORE_ME, HEARD))) {
        for (Call call : calls(LockScripts.EXCLUSIVE)) {
          List<?> answer = run(call, before);
          int place = answer.indexOf("QUEUED");
          boolean isItsTurn = server.texts("HVALS", LOCK).contains(call.id());
          if (isItsTurn && place >= 0) {
            granted++;
            assertThat((Long) answer.get(place + 1))
                .as("%s of %s after %s", call.script().name(), call.arguments(), before)
                .isLessThan(server.number("HGET", LOCK, "token"));
          }
        }
      }
      assertThat(granted).as("cases that were looked at").isPositive();
      assertThat(inboxes.messages()).isNotEmpty();
    }
  }
}
