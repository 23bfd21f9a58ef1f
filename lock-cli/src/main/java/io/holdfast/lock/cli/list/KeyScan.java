package io.holdfast.lock.cli.list;

import io.holdfast.lock.cli.LockKind;
import io.holdfast.lock.core.key.Keyspace;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.util.List;
import java.util.function.BiConsumer;

/** Goes round all keys in steps of SCAN, and goes on where it ended. */
final class KeyScan implements Watching.Scan {

  private static final int KEYS_A_STEP = 1000;

  private final RedisClusterCommands<String, String> commands; // of a single server, too
  private final Keyspace keyspace;
  private final List<LockKind> kinds;
  private final String namePrefix;
  private final ScanArgs pattern;
  private ScanCursor at = ScanCursor.INITIAL;

  /** Of names of these kinds that begin so. */
  KeyScan(
      RedisClusterCommands<String, String> commands,
      Keyspace keyspace,
      List<LockKind> kinds,
      String namePrefix) {
    this.commands = commands;
    this.keyspace = keyspace;
    this.kinds = List.copyOf(kinds);
    this.namePrefix = namePrefix;
    String segment = kinds.size() == 1 ? kinds.get(0).holderSegment() : "*";
    this.pattern = ScanArgs.Builder.matches(keyspace.scanPattern(segment)).limit(KEYS_A_STEP);
  }

  @Override
  public boolean next(int steps, BiConsumer<LockKind, String> found) {
    for (int i = 0; i < steps; i++) {
      KeyScanCursor<String> step =
          at.equals(ScanCursor.INITIAL) ? commands.scan(pattern) : commands.scan(at, pattern);
      step.getKeys().forEach(key -> tell(key, found));
      at = step.isFinished() ? ScanCursor.INITIAL : step;
      if (step.isFinished()) {
        return true;
      }
    }
    return false;
  }

  private void tell(String key, BiConsumer<LockKind, String> found) {
    for (LockKind kind : kinds) {
      keyspace
          .nameOf(kind.holderSegment(), key)
          .filter(name -> name.startsWith(namePrefix))
          .ifPresent(name -> found.accept(kind, name));
    }
  }
}
