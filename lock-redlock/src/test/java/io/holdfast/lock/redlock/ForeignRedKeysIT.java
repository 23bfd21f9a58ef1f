package io.holdfast.lock.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.core.ForeignKeys;
import io.holdfast.lock.core.ForeignKeys.Call;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.server.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RedisServerExtension.class)
class ForeignRedKeysIT {

  private static final String HELD = "me:1:1200000";

  @Test
  @DisplayName("failure 127: no script touches data that is not of a quorum lock")
  void scripts_aKeyIsOfSomebodyElse_leaveItAsItIsAndNameIt(@FreshServer RedisServer server) {
    ForeignKeys keys = new ForeignKeys(server.admin(), List.of("l{x}", "q{x}"));
    assertThat(keys.tryAll(QuorumParts.SCRIPTS)).isPositive();
  }

  /**
   * The requests of quorum locks only: proposals, blocks of tokens, and how long nodes remember
   * them.
   */
  @Test
  @DisplayName("failure 127: no question of a quorum touches data that is not of its lock")
  void questions_aKeyIsOfSomebodyElse_leaveItAsItIsAndNameIt(@FreshServer RedisServer server) {
    ForeignKeys keys = new ForeignKeys(server.admin(), List.of("l{x}", "q{x}"));
    LuaScript acquire = QuorumParts.SCRIPTS.acquire();
    List<Call> calls = new ArrayList<>();
    for (String id : List.of(HELD, "me:2:1200000")) {
      for (String flags : List.of("", "w", "wr")) {
        calls.add(new Call(acquire, List.of(id, "1800000", flags, "86400", "i:", "", "900 963")));
      }
      calls.add(new Call(QuorumParts.SCRIPTS.renew(), List.of(id, "1800000", "86400")));
      for (String isHeld : List.of("0", "1")) {
        calls.add(new Call(QuorumNode.ACCEPT, List.of(id, "900", "963", "86400", "", "1", isHeld)));
      }
    }
    String holder = "HSET KEY id " + HELD + " token 11 last 12";
    String ledger = "ZADD KEY -12 #seq -4503599627370508 #token";
    assertThat(keys.tryAll(calls, List.of(holder, ledger))).isPositive();
    assertThat(keys.tryAll(calls, List.of("DEL KEY", ledger))).isPositive();
  }

  @Test
  @DisplayName("failure 127: a node whose own keys are foreign says so")
  void node_itsKeysAreOfSomebodyElse_areLeftAsTheyAre(@FreshServer RedisServer server) {
    RespClient admin = server.admin();
    for (String theirs :
        List.of(
            "SET node{x} text",
            "SET node{x} run:12\tvisits\t5",
            "RPUSH node{x} one",
            "SET used{x} text",
            "HSET used{x} field value")) {
      String[] write = theirs.split(" ");
      String key = write[1];
      admin.command("FLUSHALL");
      admin.command(Stream.of(write).map(word -> word.replace('\t', ' ')).toArray(String[]::new));
      List<?> before = ForeignKeys.content(admin, key);
      for (Call call :
          List.of(
              new Call(StatusInquiry.STANDING, List.of("a/5", "60000")),
              new Call(StatusInquiry.JOIN, List.of("a/5", "60000", "1")))) {
        assertThatThrownBy(
                () ->
                    admin.command(
                        Stream.concat(
                                Stream.of("EVAL", call.script().text(), "2", "node{x}", "used{x}"),
                                call.arguments().stream())
                            .toArray(String[]::new)))
            .as("%s with %s", call, theirs)
            .hasMessageContaining("WRONGTYPE " + key);
        assertThat(ForeignKeys.content(admin, key)).isEqualTo(before);
      }
    }
  }
}
