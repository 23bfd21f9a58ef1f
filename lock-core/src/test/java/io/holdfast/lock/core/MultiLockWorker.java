package io.holdfast.lock.core;

import java.time.Duration;
import java.util.List;

/** A process that asks for the locks of all these names, and says so. */
final class MultiLockWorker {

  private MultiLockWorker() {}

  public static void main(String[] args) {
    HoldfastSettings settings = HoldfastSettings.builder().lease(Duration.ofSeconds(2)).build();
    HoldfastClient client = HoldfastClient.connect(settings, args[0]);
    System.out.println("ready");
    client.all(List.of(args).subList(1, args.length)).lock();
    System.out.println("locked");
  }
}
