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
import java.util.stream.Stream;

/** What all clients tell the server of their blocked threads, with the server's times. */
record BlockedScan(RedisClusterCommands<String, String> commands, Keyspace keyspace) {

  private static final int KEYS_A_STEP = 1000;

  List<Witness> witnesses() {
    String before = keyspace.blocked("");
    return keys().stream()
        .sorted() // so that what is printed is the same each time
        .flatMap(key -> told(key, key.substring(before.length())))
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

  private Stream<Witness> told(String key, String clientId) {
    String text = commands.type(key).equals("string") ? commands.get(key) : null;
    if (text == null) {
      return Stream.empty(); // it has run out meanwhile, or is of something else
    }
    String label = clientId.substring(0, Math.max(0, clientId.lastIndexOf('~')));
    return BlockedThread.parse(text).stream().map(thread -> new Witness(label, thread));
  }
}
