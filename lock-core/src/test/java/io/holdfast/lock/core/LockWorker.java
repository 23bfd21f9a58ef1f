package io.holdfast.lock.core;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LeaseLostException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A process with one lock. It runs the commands of its input lines, and prints the results. */
final class LockWorker {

  private LockWorker() {}

  public static void main(String[] args) throws IOException {
    String uri = args[0];
    String name = args[1];
    Duration lease = Duration.ofMillis(Long.parseLong(args[2]));
    HoldfastSettings.Builder settings = HoldfastSettings.builder().lease(lease);
    if (args.length > 3) {
      Duration claim = Duration.ofMillis(Long.parseLong(args[3]));
      settings.claimLease(claim).commandTimeout(claim.dividedBy(3));
    }
    if (args.length > 4) {
      settings.cluster();
    }
    try (HoldfastClient client = HoldfastClient.connect(settings.build(), uri);
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      DistributedLock lock = client.lock(name);
      System.out.println("ready");
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        System.out.println(obey(lock, line));
      }
    }
  }

  private static String obey(DistributedLock lock, String line) {
    try {
      return switch (line) {
        case "lock" -> {
          lock.lock();
          yield "locked " + lock.token();
        }
        case "unlock" -> {
          lock.unlock();
          yield "unlocked";
        }
        case "spin" -> {
          System.out.println("spinning");
          while (true) {
            lock.lock();
            lock.unlock();
          }
        }
        case "count" -> "count " + lock.getHoldCount();
        default -> "what is '" + line + "'?";
      };
    } catch (LeaseLostException e) {
      return "lost " + e.token() + " " + e.lossCause();
    }
  }
}
