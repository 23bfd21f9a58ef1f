package io.holdfast.lock.testkit.server;

import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.resp.RespException;
import io.holdfast.lock.testkit.resp.RespSubscriber;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
  private static final Pattern NUMBER = Pattern.compile("-?\\d{4,}|-?\\d.*e\\+\\d+");
  private static final int SHORTEST_NUMBER = 4;
  private static final long PARKED = 1L << 52;

  private static final String THAT_IS_ALL = "that is all";
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Deletes the keys, and carries out commands: each as the number of its words, and these. */
  private static final String PREPARE =
      """
      redis.call('DEL', unpack(KEYS))
      local at = 1
      while at < #ARGV do
        local words = tonumber(ARGV[at])
        redis.call(unpack(ARGV, at + 1, at + words))
        at = at + words + 1
      end
      """;

  /** Of each key: its type, for how many milliseconds it lasts, and what is in it. */
  private static final String LOOK =
      """
      local all = {}
      for i, key in ipairs(KEYS) do
        local type = redis.call('TYPE', key).ok
        local content = type == 'hash' and redis.call('HGETALL', key)
          or type == 'zset' and redis.call('ZRANGE', key, 0, -1, 'WITHSCORES') or {}
        all[i] = {type, redis.call('PTTL', key), unpack(content)}
      end
      return all
      """;

  private final RespClient server;
  private final List<String> keys;
  private final Map<String, String> known = new HashMap<>(); // scripts by their texts
  private final Map<String, List<String>> split = new HashMap<>(); // commands into words

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
    return all(List.of(new Case(text, before, arguments))).get(0);
  }

  /**
   * A script that is run once.
   *
   * @param text of the script
   * @param before commands that make the keys what they are, as for {@link #of}
   * @param arguments of the script
   */
  public record Case(String text, List<String> before, List<String> arguments) {}

  /**
   * What each of these answers, and what the keys are then; they are run one after the other, and
   * sent together.
   */
  List<String> all(List<Case> cases) {
    return all(cases, List.of());
  }

  private List<String> all(List<Case> cases, List<String> behindEach) {
    List<List<String>> commands = new ArrayList<>();
    for (Case one : cases) {
      commands.add(prepared(one.before()));
      commands.add(call(one.text(), one.arguments()));
      commands.add(call(LOOK, List.of()));
      if (!behindEach.isEmpty()) {
        commands.add(behindEach);
      }
    }
    List<@Nullable Object> replies = server.pipeline(commands);
    int each = commands.size() / cases.size();
    return IntStream.range(0, cases.size())
        .mapToObj(i -> described(replies.subList(each * i, each * (i + 1))))
        .toList();
  }

  private String described(List<@Nullable Object> replies) {
    if (replies.get(0) instanceof RespException notPrepared) {
      throw notPrepared;
    }
    List<?> looks = (List<?>) Objects.requireNonNull(replies.get(2));
    StringBuilder all = new StringBuilder(answer(replies.get(1)));
    for (int i = 0; i < keys.size(); i++) {
      List<String> look = ((List<?>) looks.get(i)).stream().map(String::valueOf).toList();
      all.append(described(keys.get(i), look.get(0), look.get(1), look.subList(2, look.size())));
    }
    return all.toString();
  }

  /**
   * What one case did.
   *
   * @param result what the script answered, and what the keys are then
   * @param told what has come to the subscriber
   */
  public record Done(String result, List<String> told) {}

  /** As {@link #all(List)}, with what came to the subscriber meanwhile, as {@link #toldTo}. */
  List<Done> all(List<Case> cases, RespSubscriber subscriber, String channel)
      throws InterruptedException {
    List<String> results = all(cases, List.of("PUBLISH", channel, THAT_IS_ALL));
    List<Done> done = new ArrayList<>();
    for (String result : results) {
      done.add(new Done(result, untilThatIsAll(subscriber)));
    }
    return done;
  }

  /** All commands in one, as there are thousands of cases; but those that no script may call. */
  private List<String> prepared(List<String> before) {
    List<String> arguments = new ArrayList<>();
    for (String command : before) {
      List<String> words = split.computeIfAbsent(command, ScriptRun::words);
      if (words.get(0).equals("CONFIG")) {
        server.command(words.toArray(String[]::new));
      } else {
        arguments.add(Integer.toString(words.size()));
        arguments.addAll(words);
      }
    }
    return call(PREPARE, arguments);
  }

  private static List<String> words(String command) {
    return WORD.matcher(command).results().map(word -> word.group().replace("'", "")).toList();
  }

  /** How many commands the server carries out for the script. */
  public long commandsOf(String text, List<String> before, List<String> arguments) {
    server.command(prepared(before).toArray(String[]::new));
    String[] call = call(text, arguments).toArray(String[]::new);
    long atFirst = commands();
    server.command(call);
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

  private List<String> call(String text, List<String> arguments) {
    List<String> call = new ArrayList<>();
    call.add("EVALSHA");
    call.add(known.computeIfAbsent(text, one -> server.text("SCRIPT", "LOAD", one)));
    call.add(Integer.toString(keys.size()));
    call.addAll(keys);
    call.addAll(arguments);
    return call;
  }

  /** Of an error what several versions of the server say alike. */
  private static String answer(@Nullable Object reply) {
    return reply instanceof RespException error
        ? WHERE.matcher(error.toString()).replaceAll("")
        : told(reply);
  }

  /**
   * What has come to the subscriber since this was asked last, in words that do not depend on when
   * that was.
   *
   * @param verb {@code PUBLISH} or {@code SPUBLISH}
   * @param channel one of the subscriber's
   */
  public List<String> toldTo(RespSubscriber subscriber, String verb, String channel)
      throws InterruptedException {
    server.command(verb, channel, THAT_IS_ALL);
    return untilThatIsAll(subscriber);
  }

  private static List<String> untilThatIsAll(RespSubscriber subscriber)
      throws InterruptedException {
    List<String> told = new ArrayList<>();
    while (true) {
      String text = subscriber.next(LIMIT).orElseThrow().text();
      if (text.equals(THAT_IS_ALL)) {
        return told;
      }
      told.add(told(text));
    }
  }

  private static String told(@Nullable Object reply) {
    return reply instanceof List<?> several
        ? several.stream().map(ScriptRun::told).collect(Collectors.joining(" ", "(", ")"))
        : Stream.of(String.valueOf(reply).split(" "))
            .map(ScriptRun::word)
            .collect(Collectors.joining(" "));
  }

  /** A set whose members are all over is like none: they are forgotten now and then. */
  private static String described(String key, String type, String lastsMillis, List<String> all) {
    String content =
        switch (type) {
          case "none" -> "";
          case "hash" -> fields(all).toString();
          case "zset" -> scores(all);
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
