package io.holdfast.lock.testkit.server;

import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.resp.RespException;
import io.holdfast.lock.testkit.resp.RespSubscriber;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts, and tells what they answer and leave behind in words that do not depend on when
 * that was ({@link TimelessText}). So two texts can be compared that are to do the same. Of one
 * thread.
 */
public final class ScriptRun {

  private static final Pattern WORD = Pattern.compile("'[^']*'|\\S+");
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
          or type == 'zset' and redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
          or type == 'string' and {redis.call('GET', key)} or {}
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
    StringBuilder all = new StringBuilder(TimelessText.answer(replies.get(1)));
    for (int i = 0; i < keys.size(); i++) {
      List<String> look = ((List<?>) looks.get(i)).stream().map(String::valueOf).toList();
      all.append(
          TimelessText.described(
              keys.get(i), look.get(0), look.get(1), look.subList(2, look.size())));
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
      told.add(TimelessText.told(text));
    }
  }
}
