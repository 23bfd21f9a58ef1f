package io.holdfast.lock.testkit.server;

import io.holdfast.lock.testkit.resp.RespException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells replies and keys in words that do not depend on when that was: numbers near the time are
 * told by their distance from it, in hours, milliseconds are rounded, and members of sorted sets
 * that are over are left out. Has no state. Any thread.
 */
final class TimelessText {

  private static final long NEAR =
      ChronoUnit.MICROS.between(Instant.EPOCH, Instant.EPOCH.plus(Duration.ofHours(1)));
  private static final Pattern WHERE =
      Pattern.compile("ERR Error running script .*@user_script: ?\\d+: | script: [0-9a-f]{40}.*");
  private static final Pattern NUMBER = Pattern.compile("-?\\d{4,}|-?\\d.*e\\+\\d+");
  private static final int SHORTEST_NUMBER = 4;
  private static final long PARKED = 1L << 52;

  private TimelessText() {}

  /** Of an error what several versions of the server say alike. */
  static String answer(@Nullable Object reply) {
    return reply instanceof RespException error
        ? WHERE.matcher(error.toString()).replaceAll("")
        : told(reply);
  }

  /** A reply, or a part of one. */
  static String told(@Nullable Object reply) {
    return reply instanceof List<?> several
        ? several.stream().map(TimelessText::told).collect(Collectors.joining(" ", "(", ")"))
        : Stream.of(String.valueOf(reply).split(" "))
            .map(TimelessText::word)
            .collect(Collectors.joining(" "));
  }

  /**
   * A key in a line of its own. A set whose members are all over is like none: they are forgotten
   * now and then.
   */
  static String described(String key, String type, String lastsMillis, List<String> all) {
    String content =
        switch (type) {
          case "none" -> "";
          case "hash" -> fields(all).toString();
          case "zset" -> scores(all);
          case "string" -> "'" + told(all.get(0)) + "'";
          default -> type;
        };
    String lasts = content.isEmpty() ? "" : " for " + word(lastsMillis);
    return "\n" + key + " " + content + lasts;
  }

  private static Map<String, String> fields(List<String> pairs) {
    Map<String, String> told = new TreeMap<>();
    for (int i = 0; i < pairs.size(); i += 2) {
      told.put(pairs.get(i), word(pairs.get(i + 1)));
    }
    return told;
  }

  private static String scores(List<String> pairs) {
    Map<String, String> told = fields(pairs);
    told.values().removeIf("over"::equals);
    return told.isEmpty() ? "" : told.toString();
  }

  private static String word(String word) {
    if (word.length() < SHORTEST_NUMBER || !mayBeNumber(word.charAt(0))) {
      return word; // most are: thousands of cases have a hundred words each
    }
    return NUMBER.matcher(word).matches() ? number(new BigDecimal(word).longValue()) : word;
  }

  private static boolean mayBeNumber(char first) {
    return first == '-' || (first >= '0' && first <= '9');
  }

  private static String number(long number) {
    long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    long size = Math.abs(number);
    String sign = number < 0 ? "-" : "";
    if (Math.abs(size - now) < NEAR) {
      return sign + "now";
    } else if (Math.abs(size - PARKED - now) < NEAR) {
      return sign + "parked now";
    } else if (Math.abs(number - now / 1000) < NEAR / 1000) {
      return number <= now / 1000 ? "over" : "in " + minutes(number - now / 1000);
    }
    return size < NEAR ? minutes(number) : Long.toString(number);
  }

  private static String minutes(long millis) {
    return 10 * Math.round(millis / 600_000.0) + " min";
  }
}
