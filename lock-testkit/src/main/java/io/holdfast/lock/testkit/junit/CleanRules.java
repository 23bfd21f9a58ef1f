package io.holdfast.lock.testkit.junit;

import io.holdfast.lock.testkit.concurrent.LiveThreads;
import io.holdfast.lock.testkit.server.TestServer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What {@link CleanWorld} looks at, and how it judges what it sees. */
record CleanRules(
    List<String> keyPatterns,
    List<Pattern> allowedKeys,
    List<String> threadPrefixes,
    List<Extra> extras) {

  static final CleanRules NONE = new CleanRules(List.of(), List.of(), List.of(), List.of());

  /** Something else that must be empty after a test. */
  record Extra(String what, Callable<? extends Collection<?>> leftovers) {}

  /**
   * What there is at one moment; threads by identity, since {@code Thread} does not override {@code
   * equals}.
   */
  record Sight(
      Set<String> keys,
      Set<String> channels,
      long patterns,
      List<String> clients,
      Set<Thread> threads) {}

  CleanRules forbidKeys(String pattern) {
    return new CleanRules(with(keyPatterns, pattern), allowedKeys, threadPrefixes, extras);
  }

  CleanRules allowKeys(Pattern pattern) {
    return new CleanRules(keyPatterns, with(allowedKeys, pattern), threadPrefixes, extras);
  }

  CleanRules forbidThreads(String prefix) {
    return new CleanRules(keyPatterns, allowedKeys, with(threadPrefixes, prefix), extras);
  }

  CleanRules also(Extra extra) {
    return new CleanRules(keyPatterns, allowedKeys, threadPrefixes, with(extras, extra));
  }

  private static <T> List<T> with(List<T> list, T element) {
    return Stream.concat(list.stream(), Stream.of(element)).toList();
  }

  Sight look(TestServer server) {
    Set<String> keys = new TreeSet<>();
    keyPatterns.forEach(pattern -> keys.addAll(server.keys(pattern)));
    keys.removeIf(key -> allowedKeys.stream().anyMatch(allowed -> allowed.matcher(key).matches()));
    return new Sight(
        keys,
        Set.copyOf(server.admin().texts("PUBSUB", "CHANNELS")),
        server.admin().number("PUBSUB", "NUMPAT"),
        server.clients(),
        threads());
  }

  private Set<Thread> threads() {
    return threadPrefixes.stream()
        .flatMap(prefix -> LiveThreads.named(prefix).stream())
        .collect(Collectors.toSet());
  }

  /**
   * What is there now and was not before, in words; connections are only counted, since they may be
   * opened anew.
   */
  List<String> leftovers(Sight before, Sight now) throws Exception {
    List<String> left = new ArrayList<>();
    add(left, "keys", without(now.keys, before.keys));
    add(left, "subscribed channels", without(now.channels, before.channels));
    if (now.patterns > before.patterns) {
      left.add("subscribed patterns: " + now.patterns + " instead of " + before.patterns);
    }
    if (now.clients.size() > before.clients.size()) {
      left.add(
          "connections: %s instead of %s: %s"
              .formatted(now.clients.size(), before.clients.size(), now.clients));
    }
    add(left, "threads", without(now.threads, before.threads));
    for (Extra extra : extras) {
      add(left, extra.what, extra.leftovers.call());
    }
    return left;
  }

  private static <T> Set<T> without(Set<T> now, Set<T> before) {
    Set<T> rest = new HashSet<>(now);
    rest.removeAll(before);
    return rest;
  }

  private static void add(List<String> left, String what, Collection<?> found) {
    if (!found.isEmpty()) {
      left.add(what + ": " + found);
    }
  }
}
