package io.holdfast.lock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.verbs.LockScripts;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A script that drops a ticket says so to the client, by its next roll call. */
@ExtendWith(RedisServerExtension.class)
class DroppedTicketIT {

  private static final String LOCK = "l{x}";
  private static final String QUEUE = "q{x}";
  private static final String HOLDER = "holder:1:300000";
  private static final String TICKET = "me:7:5000";
  private static final long PARKED = 1L << 52;

  private RespClient server;

  @BeforeEach
  void connect(@FreshServer RedisServer fresh) {
    server = fresh.admin();
    server.command("HSET", LOCK, "id", HOLDER, "token", "1", "last", "2");
    server.command("ZADD", QUEUE, "-1000", "#seq");
  }

  private List<?> run(LuaScript script, String... arguments) {
    List<String> eval = new ArrayList<>(List.of("EVAL", script.text(), "2", LOCK, QUEUE));
    eval.addAll(List.of(arguments));
    return (List<?>) Objects.requireNonNull(server.command(eval.toArray(String[]::new)));
  }

  private long mark() {
    return (Long)
        Objects.requireNonNull(
            run(LockScripts.EXCLUSIVE.roll(), "me", "", "86400", "i:", TICKET, "").get(4));
  }

  /** Sets how long ago the client was heard. */
  private void heard(Duration ago) {
    long micros = Long.parseLong(server.texts("TIME").get(0)) * 1_000_000;
    server.command("ZADD", QUEUE, Long.toString(ago.toNanos() / 1000 - micros), "me");
  }

  @Test
  @DisplayName("failure 123: nothing was dropped")
  void roll_nothingWasDropped_tellsNoMark() {
    server.command("ZADD", QUEUE, "10", TICKET);
    assertThat(mark()).isZero();
  }

  @Test
  @DisplayName("failure 123: a grant drops a ticket whose client was silent")
  void grant_findsASilentTicket_marksItsClient() {
    server.command("ZADD", QUEUE, "10", TICKET);
    heard(Duration.ofSeconds(6));
    run(LockScripts.EXCLUSIVE.release(), HOLDER, "", "86400", "i:");

    long first = mark();

    assertThat(first).isPositive();
    assertThat(mark()).isEqualTo(first);
  }

  @Test
  @DisplayName("failure 123: a signal drops a ticket whose client was silent")
  void signal_findsASilentTicket_marksItsClientEachTime() {
    long before = 0;
    for (int i = 0; i < 3; i++) {
      server.command("ZADD", QUEUE, Long.toString(PARKED + 10), "me:8:5000:=c");
      heard(Duration.ofSeconds(6));
      run(LockScripts.EXCLUSIVE.signal(), HOLDER, "", "i:", "=c");

      long mark = mark();

      assertThat(mark).isGreaterThan(before);
      before = mark;
    }
  }

  @Test
  @DisplayName("failure 123: thousands that nobody can tell are dropped")
  void grant_dropsThousandsOfAClientWithoutAnInbox_marksIt() {
    List<String> all = new ArrayList<>(List.of("ZADD", QUEUE));
    for (int i = 0; i < 5100; i++) {
      all.addAll(List.of(Integer.toString(10 + i), "me:%s:300000".formatted(100 + i)));
    }
    server.command(all.toArray(String[]::new));
    heard(Duration.ZERO);
    run(LockScripts.EXCLUSIVE.release(), HOLDER, "", "86400", "i:");

    assertThat(server.number("ZCOUNT", QUEUE, "(0", "+inf")).isLessThan(100);
    assertThat(mark()).isPositive();
  }
}
