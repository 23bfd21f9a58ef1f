package io.holdfast.lock.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.core.verbs.LockScripts;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.server.RedisServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The effects of {@code disown} at the server. */
@ExtendWith(RedisServerExtension.class)
class DisownIT {

  private static final String LOCK = "l{x}";
  private static final String QUEUE = "q{x}";
  private static final String CLAIM = ":600000";
  private static final String PARKED = "4503599627370496";

  private RespClient server;

  @BeforeEach
  void connect(@FreshServer RedisServer fresh) {
    server = fresh.admin();
    server.number("ZADD", QUEUE, "-1", "#seq");
    for (String client : List.of("me~", "other~")) { // heard just now
      server.number("ZADD", QUEUE, "-" + server.texts("TIME").get(0) + "000000", client);
    }
  }

  private static String mine(int number) {
    return "me~:" + number + CLAIM;
  }

  private void hold(String id) {
    server.number("HSET", LOCK, "id", id, "token", "1", "last", "2");
    server.number("PEXPIRE", LOCK, "600000");
  }

  private void queue(String score, String id) {
    server.number("ZADD", QUEUE, score, id);
  }

  /** In a cluster, as far as the script knows: nobody listens here, and it does not ask. */
  private List<Object> disown(String from, int holders, String... ids) {
    List<String> call =
        new ArrayList<>(
            List.of("EVAL", LockScripts.EXCLUSIVE.disown().text(), "2", LOCK, QUEUE, "me~", "c"));
    call.addAll(List.of("inbox:", from, Integer.toString(holders)));
    call.addAll(List.of(ids));
    return List.copyOf(server.array(call.toArray(String[]::new)));
  }

  private String holder() {
    return server.texts("HMGET", LOCK, "id").get(0);
  }

  private List<String> waiting() {
    return server.texts("ZRANGE", QUEUE, "(0", PARKED, "BYSCORE");
  }

  @Test
  void disown_oneThatHolds_endsItAndGrantsToTheNext() {
    hold(mine(1));
    queue("5", "other~:7" + CLAIM);
    queue("6", mine(2));

    assertThat(disown("", 1, mine(1))).containsExactly(1L, "", 0L, mine(2));
    assertThat(holder()).isEqualTo("other~:7" + CLAIM);
    assertThat(waiting()).containsExactly(mine(2));
  }

  @Test
  @DisplayName("failure 131: an id that was seen to wait, and holds by now, keeps its hold")
  void disown_oneThatWasSeenToWait_losesItsTicketOnly() {
    hold(mine(1));
    queue("6", mine(2));

    assertThat(disown("", 0, mine(1), mine(2))).containsExactly(1L, "", 1L, mine(1));
    assertThat(holder()).isEqualTo(mine(1));
    assertThat(waiting()).isEmpty();
  }

  @Test
  void disown_noneThatIsThere_changesAndLooksAtNothing() {
    hold("other~:7" + CLAIM);
    queue("6", mine(2));
    long before = server.number("ZCARD", QUEUE);

    assertThat(disown("", 1, mine(1))).containsExactly(0L, "", 0L);
    assertThat(server.number("ZCARD", QUEUE)).isEqualTo(before);
    assertThat(holder()).isEqualTo("other~:7" + CLAIM);
  }

  @Test
  void disown_many_tellsOfAThousandAtATime() {
    hold("other~:7" + CLAIM);
    for (int i = 1; i <= 1500; i++) {
      queue(Integer.toString(i), i % 2 == 0 ? "other~:" + i + CLAIM : mine(i));
    }
    List<Object> first = disown("0", 0);
    assertThat(first).hasSize(3 + 500).startsWith(0L, "1000", 0L, mine(1));
    List<Object> second = disown("1000", 0);
    assertThat(second).hasSize(3 + 250).startsWith(0L, "", 0L, mine(1001));
  }

  @Test
  @DisplayName("failure 132: a stray that a signal has moved hands it on")
  void disown_oneThatWasSignalled_handsTheSignalOn() {
    hold("other~:7" + CLAIM);
    queue("5", mine(1) + ":=c");
    queue("4503599627370500", "other~:8" + CLAIM + ":=c");

    disown("", 0, mine(1) + ":=c");
    assertThat(waiting()).containsExactly("other~:8" + CLAIM + ":=c");
  }

  @Test
  void disown_oneThatWaitsForASignal_takesNoneFromOthers() {
    hold("other~:7" + CLAIM);
    queue("4503599627370499", mine(1) + ":=c");
    queue("4503599627370500", "other~:8" + CLAIM + ":=c");

    assertThat(disown("", 0, mine(1) + ":=c")).containsExactly(1L, "", 0L);
    assertThat(waiting()).isEmpty();
    assertThat(server.number("ZCOUNT", QUEUE, PARKED, "+inf")).isOne();
  }

  @Test
  @DisplayName("failure 132: a stray that holds may owe a signal")
  void disown_oneThatHoldsAndMayOweASignal_wakesAllWhoWait() {
    hold(mine(1));
    queue("-9007199254740991", "#dirty");
    queue("4503599627370500", "other~:8" + CLAIM + ":=c");
    queue("4503599627370501", "other~:9" + CLAIM + ":=d");

    disown("", 1, mine(1));
    assertThat(holder()).isEqualTo("other~:8" + CLAIM + ":=c");
    assertThat(waiting()).containsExactly("other~:9" + CLAIM + ":=d");
  }

  @Test
  void disown_foreignKey_isRefused() {
    server.text("SET", LOCK, "text");
    queue("6", mine(2));
    assertThatThrownBy(() -> disown("", 1, mine(2))).hasMessageContaining("WRONGTYPE");
    assertThat(waiting()).containsExactly(mine(2));
  }
}
