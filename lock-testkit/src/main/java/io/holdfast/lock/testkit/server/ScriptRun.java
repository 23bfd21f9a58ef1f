package io.holdfast.lock.testkit.server;

import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.resp.RespException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts, and tells what they answer and leave behind in words that do not depend on when
 * that was: numbers near the time are told by their distance from it, in hours, milliseconds are
 * rounded, and members of sorted sets that are over are left out. So two texts can be compared that
 * are to do the same.
 */
public final class ScriptRun {

  private static final long NEAR =
      ChronoUnit.MICROS.between(Instant.EPOCH, Instant.EPOCH.plus(Duration.ofHours(1)));
  private static final Pattern WORD = Pattern.compile("'[^']*'|\\S+");
  private static final Pattern WHERE =
      Pattern.compile("ERR Error running script .*@user_script: ?\\d+: | script: [0-9a-f]{40}.*");
  private static final long PARKED = 1L << 52;

  private final RespClient server;
  private final List<String> keys;

  /** The server has no others than these keys, or none that matter. */
  public ScriptRun(RespClient server, List<String> keys) {
    this.server = server;
    this.keys = List.copyOf(keys);
  }

  /** Every way to choose one of each of these; who chose the empty text chose none. */
  public static List<List<String>> combinations(List<List<String>> choices) {
    List<List<String>> all = List.of(List.of());
    for (List<String> choice : choices) {
      all =
          all.stream()
              .flatMap(
                  before -> choice.stream().map(one -> one.isEmpty() ? before : with(before, one)))
              .toList();
    }
    return all;
  }

  private static List<String> with(List<String> before, String one) {
    return Stream.concat(before.stream(), Stream.of(one)).toList();
  }

  /**
   * What the script answers, and what the keys are then.
   *
   * @param before commands that make the keys what they are, each with blanks between its words; a
   *     word that has blanks stands in single quotes
   */
  public String of(String text, List<String> before, List<String> arguments) {
    prepare(before);
    return eval(text, arguments) + keys.stream().map(this::described).collect(Collectors.joining());
  }

  private void prepare(List<String> before) {
    server.command(Stream.concat(Stream.of("DEL"), keys.stream()).toArray(String[]::new));
    before.forEach(command -> server.command(words(command)));
  }

  private static String[] words(String command) {
    return WORD.matcher(command)
        .results()
        .map(word -> word.group().replace("'", ""))
        .toArray(String[]::new);
  }

  /** How many commands the server carries out for the script. */
  public long commandsOf(String text, List<String> before, List<String> arguments) {
    prepare(before);
    long atFirst = commands();
    eval(text, arguments);
    return commands() - atFirst - 2; // to look, and the script itself
  }

  private long commands() {
    return server
        .text("INFO", "commandstats")
        .lines()
        .filter(line -> line.startsWith("cmdstat_"))
        .mapToLong(line -> Long.parseLong(line.replaceAll(".*:calls=(\\d+),.*", "$1")))
        .sum();
  }

  private String eval(String text, List<String> arguments) {
    List<String> call = new ArrayList<>(List.of("EVAL", text, Integer.toString(keys.size())));
    call.addAll(keys);
    call.addAll(arguments);
    try {
      return told(server.command(call.toArray(String[]::new)));
    } catch (RespException e) {
      return WHERE.matcher(e.toString()).replaceAll(""); // in words of several versions
    }
  }

  /** A text that a script has sent, in words that do not depend on when that was. */
  public static String inWords(String text) {
    return told(text);
  }

  private static String told(@Nullable Object reply) {
    return reply instanceof List<?> several
        ? several.stream().map(ScriptRun::told).collect(Collectors.joining(" ", "(", ")"))
        : Stream.of(String.valueOf(reply).split(" "))
            .map(ScriptRun::word)
            .collect(Collectors.joining(" "));
  }

  /** A set whose members are all over is like none: they are forgotten now and then. */
  private String described(String key) {
    String type = server.text("TYPE", key);
    String content =
        switch (type) {
          case "none" -> "";
          case "hash" -> fields(server.texts("HGETALL", key)).toString();
          case "zset" -> scores(server.texts("ZRANGE", key, "0", "-1", "WITHSCORES"));
          default -> type;
        };
    String lasts =
        content.isEmpty() ? "" : " for " + word(Long.toString(server.number("PTTL", key)));
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
    return word.matches("-?\\d{4,}|-?\\d.*e\\+\\d+")
        ? number(new BigDecimal(word).longValue())
        : word;
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
