package io.holdfast.lock.torture.check;

import io.holdfast.lock.testkit.concurrent.LiveThreads;
import io.holdfast.lock.testkit.server.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Looks at a server for what a run has left there.
 *
 * <pre>{@code
 * ResidueProbe probe = ResidueProbe.of(server).keys("holdfast:*").exceptKeys(".*:seq");
 * ... the run, to its end; the longest lease goes by ...
 * Residue residue = probe.look();
 * }</pre>
 *
 * <p>Connections and channels are compared with what there was when the probe was made; threads of
 * this JVM by the beginning of their names. Immutable.
 */
public final class ResidueProbe {

  private final TestServer server;
  private final List<String> keyPatterns;
  private final List<Pattern> allowedKeys;
  private final List<String> threadPrefixes;
  private final int connectionsBefore;
  private final List<String> channelsBefore;

  private ResidueProbe(
      TestServer server,
      List<String> keyPatterns,
      List<Pattern> allowedKeys,
      List<String> threadPrefixes,
      int connectionsBefore,
      List<String> channelsBefore) {
    this.server = server;
    this.keyPatterns = keyPatterns;
    this.allowedKeys = allowedKeys;
    this.threadPrefixes = threadPrefixes;
    this.connectionsBefore = connectionsBefore;
    this.channelsBefore = channelsBefore;
  }

  /** Looks at this server now, to compare with later. */
  public static ResidueProbe of(TestServer server) {
    return new ResidueProbe(
        server, List.of(), List.of(), List.of(), server.clients().size(), channels(server));
  }

  /** No key that matches this pattern of Redis may be left. */
  public ResidueProbe keys(String pattern) {
    return new ResidueProbe(
        server,
        with(keyPatterns, pattern),
        allowedKeys,
        threadPrefixes,
        connectionsBefore,
        channelsBefore);
  }

  /** Keys that match this regular expression as a whole may be left: tokens, configuration. */
  public ResidueProbe exceptKeys(String regex) {
    return new ResidueProbe(
        server,
        keyPatterns,
        with(allowedKeys, Pattern.compile(regex)),
        threadPrefixes,
        connectionsBefore,
        channelsBefore);
  }

  /** No thread of this JVM whose name begins so may be left. */
  public ResidueProbe threads(String prefix) {
    return new ResidueProbe(
        server,
        keyPatterns,
        allowedKeys,
        with(threadPrefixes, prefix),
        connectionsBefore,
        channelsBefore);
  }

  private static <T> List<T> with(List<T> list, T element) {
    return Stream.concat(list.stream(), Stream.of(element)).toList();
  }

  private static List<String> channels(TestServer server) {
    return server.admin().texts("PUBSUB", "CHANNELS");
  }

  /** What is left now. */
  public Residue look() {
    List<String> left = new ArrayList<>();
    keyPatterns.stream()
        .flatMap(pattern -> server.keys(pattern).stream())
        .distinct()
        .filter(Predicate.not(this::isAllowed))
        .forEach(key -> left.add("key " + key + ", " + lifeOf(key)));
    channels(server).stream()
        .filter(channel -> !channelsBefore.contains(channel))
        .forEach(channel -> left.add("channel " + channel));
    List<String> clients = server.clients();
    if (clients.size() > connectionsBefore) {
      left.add(
          "connections: %s instead of %s: %s"
              .formatted(clients.size(), connectionsBefore, clients));
    }
    threadPrefixes.stream()
        .flatMap(prefix -> LiveThreads.named(prefix).stream())
        .forEach(thread -> left.add("thread " + thread.getName()));
    return Residue.of(left);
  }

  private boolean isAllowed(String key) {
    return allowedKeys.stream().anyMatch(allowed -> allowed.matcher(key).matches());
  }

  private String lifeOf(String key) {
    long millis = server.admin().number("PTTL", key);
    return millis < 0 ? "for ever" : "for " + millis + " ms more";
  }
}
