package io.holdfast.lock.semaphore.count;

import io.holdfast.lock.core.key.LockKeys;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.StringJoiner;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The numbers of requests whose answers have come: the next request for the same name tells the
 * server to forget them. What is not told, as there is no next one or there are too many names, the
 * server forgets by age. Any thread.
 */
final class AcknowledgedRequests {

  static final int MOST_NAMES = 10_000;
  static final int MOST_AT_ONCE = 100;

  private final ReentrantLock lock = new ReentrantLock();
  // Guarded by the lock; the names that wait longest for their next request are at the front.
  private final Map<String, Done> byKey = new LinkedHashMap<>();

  /** What was done with at one name. */
  private record Done(LockKeys keys, Queue<String> numbers) {}

  void add(LockKeys keys, long number) {
    add(keys, Long.toString(number));
  }

  /** One whose answer the server remembers, too. */
  void addAnswered(LockKeys keys, long number) {
    add(keys, number + "d");
  }

  private void add(LockKeys keys, String number) {
    lock.lock();
    try {
      byKey
          .computeIfAbsent(keys.lockKey(), key -> new Done(keys, new ArrayDeque<>()))
          .numbers
          .add(number);
      if (byKey.size() > MOST_NAMES) {
        Iterator<String> names = byKey.keySet().iterator();
        names.next();
        names.remove();
      }
    } finally {
      lock.unlock();
    }
  }

  /** The names at which something was done with. */
  List<LockKeys> names() {
    lock.lock();
    try {
      return byKey.values().stream().map(Done::keys).toList();
    } finally {
      lock.unlock();
    }
  }

  /** Takes out the numbers that were done with at this name, each behind a blank. */
  String take(LockKeys keys) {
    lock.lock();
    try {
      Done done = byKey.get(keys.lockKey());
      if (done == null) {
        return "";
      }
      Queue<String> numbers = done.numbers;
      StringJoiner list = new StringJoiner(" ", " ", "");
      for (int i = 0; i < MOST_AT_ONCE && !numbers.isEmpty(); i++) {
        list.add(numbers.remove());
      }
      if (numbers.isEmpty()) {
        byKey.remove(keys.lockKey());
      }
      return list.toString();
    } finally {
      lock.unlock();
    }
  }
}
