package io.holdfast.lock.testkit.server;

import java.util.ArrayList;
import java.util.List;

/**
 * Tickets of a client that was just heard, and at whose inbox nobody listens: more than several
 * scripts look at.
 */
public final class ThousandsOfTickets {

  private static final int COUNT = 45_000;

  private ThousandsOfTickets() {}

  /** Puts them before all tickets of this queue. */
  public static void before(TestServer server, String queueKey) {
    String now = server.admin().texts("TIME").get(0) + "000000";
    List<String> command = new ArrayList<>(List.of("ZADD", queueKey, "-" + now, "gone"));
    for (int i = 1; i <= COUNT; i++) {
      command.addAll(List.of(Integer.toString(i), "gone:%s:300000".formatted(i)));
    }
    server.admin().number(command.toArray(String[]::new));
  }
}
