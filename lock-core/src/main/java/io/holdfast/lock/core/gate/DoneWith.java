package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.key.LockKeys;
import java.util.Map;
import java.util.Queue;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The numbers of requests whose answers have come: the next request for the same name tells the
 * server to forget them. What is not told, as there is no next one or there are too many names, the
 * server forgets by age. Any thread.
 */
final class DoneWith {

  private static final int MOST_NAMES = 1000;
  private static final int MOST_AT_ONCE = 100;

  private final Map<String, Queue<Long>> byKey = new ConcurrentHashMap<>();

  void add(LockKeys keys, long number) {
    if (byKey.size() >= MOST_NAMES) {
      byKey.clear();
    }
    byKey.computeIfAbsent(keys.lockKey(), key -> new ConcurrentLinkedQueue<>()).add(number);
  }

  /** Takes out the numbers that were done with at this name, each behind a blank. */
  String take(LockKeys keys) {
    Queue<Long> numbers = byKey.get(keys.lockKey());
    if (numbers == null || numbers.isEmpty()) {
      return "";
    }
    StringJoiner list = new StringJoiner(" ", " ", "");
    for (int i = 0; i < MOST_AT_ONCE; i++) {
      Long number = numbers.poll();
      if (number == null) {
        break;
      }
      list.add(number.toString());
    }
    return list.toString();
  }
}
