package io.holdfast.lock.cli.list;

import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who waits in one queue. As ledger.lua keeps it: scores above zero are tickets, and about the
 * microsecond of arrival.
 *
 * @param commands of a single server, too
 */
record Tickets(RedisClusterCommands<String, String> commands, String queue) {

  /** How many are looked at. */
  static final int MOST = 1000;

  /** Waiters for a signal are above this. */
  private static final double PARKED = 0x1p52;

  private static final Pattern CLAIM = Pattern.compile("^[^:]*:\\d+:(\\d{1,15})");
  private static final Pattern PERMITS = Pattern.compile("^[^:]*:\\d+:\\d+p(\\d{1,9})");

  /** Those that were heard lately, first come first; at most that number. */
  List<WaitingClient> living(long nowMicros, int atMost) {
    Range<Double> tickets =
        Range.from(Range.Boundary.excluding(0.0), Range.Boundary.excluding(PARKED));
    List<ScoredValue<String>> all =
        commands.zrangebyscoreWithScores(queue, tickets, Limit.create(0, MOST));
    String[] clients =
        all.stream().map(ticket -> clientOf(ticket.getValue())).distinct().toArray(String[]::new);
    if (clients.length == 0) {
      return List.of();
    }
    List<Double> scores = commands.zmscore(queue, clients);
    Map<String, Double> heard = new HashMap<>();
    for (int i = 0; i < clients.length; i++) {
      heard.put(clients[i], scores.get(i));
    }
    return all.stream()
        .filter(ticket -> isAlive(ticket.getValue(), heard, nowMicros))
        .limit(atMost)
        .map(ticket -> waitingClient(ticket, nowMicros))
        .toList();
  }

  /** As living.lua has it: heard within its claim lease. */
  private static boolean isAlive(String id, Map<String, Double> heard, long nowMicros) {
    Double score = heard.get(clientOf(id)); // minus the time
    Matcher claim = CLAIM.matcher(id);
    return score != null
        && claim.find()
        && nowMicros + score <= TimeUnit.MILLISECONDS.toMicros(Long.parseLong(claim.group(1)));
  }

  private static String clientOf(String id) {
    int end = id.indexOf(':'); // label~random:number:claim
    return end < 0 ? id : id.substring(0, end);
  }

  private static WaitingClient waitingClient(ScoredValue<String> ticket, long nowMicros) {
    String id = ticket.getValue();
    int end = id.indexOf('~'); // label~random:number:claim
    long micros = Math.max(0, nowMicros - (long) ticket.getScore());
    return new WaitingClient(
        end < 0 ? id : id.substring(0, end), Duration.of(micros, ChronoUnit.MICROS), permits(id));
  }

  /** As permits.lua has it: behind the claim lease. */
  private static OptionalInt permits(String id) {
    Matcher mark = PERMITS.matcher(id);
    return mark.find() ? OptionalInt.of(Integer.parseInt(mark.group(1))) : OptionalInt.empty();
  }

  /**
   * One ticket in the queue of a lock.
   *
   * @param label of the client that waits
   * @param since for how long
   * @param permits how many permits it waits for, if it is permits that it waits for
   */
  record WaitingClient(String label, Duration since, OptionalInt permits) {

    /** The permits, as the rest of a sentence. */
    String wishes() {
      return permits.isPresent() ? ", " + permits.getAsInt() + " permits" : "";
    }
  }
}
