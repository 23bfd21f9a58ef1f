package io.holdfast.lock.core;

import io.holdfast.lock.Hold;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process with a small heap, which holds fifty locks, and fills its heap for a while when told.
 */
final class MemoryWorker {

  private static final int HOLDS = 50;
  private static final long FULL_NANOS = TimeUnit.SECONDS.toNanos(3);

  private MemoryWorker() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    try (HoldfastClient client = HoldfastClient.connect(args[0]);
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      List<Hold> holds = new ArrayList<>();
      for (int i = 0; i < HOLDS; i++) {
        holds.add(client.lock("memory-" + i).acquire());
      }
      System.out.println("ready with " + holds.size());
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.equals("fill")) {
          System.out.println("was full " + fillForAWhile() + " times");
        } else {
          holds.add(client.lock(line).acquire());
          System.out.println("acquired");
        }
      }
    }
  }

  /** Fills the heap again and again, with smaller and smaller pieces. */
  private static int fillForAWhile() {
    List<byte[]> ballast = new ArrayList<>();
    int failures = 0;
    long until = System.nanoTime() + FULL_NANOS;
    for (int size = 1 << 20; System.nanoTime() - until < 0; ) {
      try {
        ballast.add(new byte[size]);
      } catch (OutOfMemoryError e) {
        failures++;
        size = Math.max(16, size / 2);
      }
    }
    return ballast.isEmpty() ? 0 : failures;
  }
}
