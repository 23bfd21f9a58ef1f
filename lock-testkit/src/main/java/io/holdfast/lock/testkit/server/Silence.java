package io.holdfast.lock.testkit.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Makes a server believe that it has heard nothing from the waiters for that long. */
public final class Silence {

  private Silence() {}

  /** All clients that have tickets in this queue. */
  public static void of(Duration duration, TestServer server, String queueKey) {
    List<String> time = server.admin().texts("TIME");
    long now = TimeUnit.SECONDS.toMicros(Long.parseLong(time.get(0)));
    String heard = Long.toString(TimeUnit.NANOSECONDS.toMicros(duration.toNanos()) - now);
    List<String> command = new ArrayList<>(List.of("ZADD", queueKey, "XX"));
    for (String ticket : server.admin().texts("ZRANGE", queueKey, "(0", "+inf", "BYSCORE")) {
      command.addAll(List.of(heard, ticket.substring(0, ticket.indexOf(':'))));
    }
    server.admin().number(command.toArray(String[]::new));
  }
}
