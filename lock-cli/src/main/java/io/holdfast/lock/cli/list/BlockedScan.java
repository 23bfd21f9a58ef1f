package io.holdfast.lock.cli.list;

import io.holdfast.lock.core.deadlock.BlockedThread;
import io.holdfast.lock.core.deadlock.Deadlocks.Witness;
import io.holdfast.lock.core.key.Keyspace;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What all clients tell the server of their blocked threads. */
record BlockedScan(RedisClusterCommands<String, String> commands, Keyspace keyspace) {

  private static final int KEYS_A_STEP = 1000;
  private static final Pattern TOLD = Pattern.compile("(\\d{1,18})\\|(.*)", Pattern.DOTALL);

  /**
   * All of it.
   *
   * @param nowMicros the server's clock
   */
  List<Witness> witnesses(long nowMicros) {
    String before = keyspace.blocked("");
    return keys().stream()
        .flatMap(key -> told(key, key.substring(before.length()), nowMicros))
        .toList();
  }

  private Set<String> keys() {
    ScanArgs pattern = ScanArgs.Builder.matches(keyspace.blockedPattern()).limit(KEYS_A_STEP);
    Set<String> keys = new LinkedHashSet<>();
    KeyScanCursor<String> step = commands.scan(pattern);
    keys.addAll(step.getKeys());
    while (!step.isFinished()) {
      step = commands.scan(step, pattern);
      keys.addAll(step.getKeys());
    }
    return keys;
  }

  private Stream<Witness> told(String key, String clientId, long nowMicros) {
    String text = commands.type(key).equals("string") ? commands.get(key) : null;
    Matcher told = TOLD.matcher(text == null ? "" : text);
    if (!told.matches()) {
      return Stream.empty(); // it has run out meanwhile, or is of something else
    }
    long ageMillis =
        Math.max(0, TimeUnit.MICROSECONDS.toMillis(nowMicros) - Long.parseLong(told.group(1)));
    String label = clientId.replaceFirst("~.*$", "");
    return BlockedThread.parse(told.group(2)).stream()
        .map(thread -> new Witness(label, thread, ageMillis));
  }
}
