package io.holdfast.lock.core;

import java.time.Duration;

/** A process with a thread that takes one lock, and a second one when it is told to. */
final class DeadlockWorker {

  private DeadlockWorker() {}

  /** The server's address, what the client is called, and the names of both locks. */
  @SuppressWarnings("LockNotBeforeTry") // it is killed
  public static void main(String[] args) throws Exception {
    HoldfastSettings settings =
        HoldfastSettings.builder().clientLabel(args[1]).longWait(Duration.ofSeconds(1)).build();
    HoldfastClient client = HoldfastClient.connect(settings, args[0]);
    client.lock(args[2]).lock();
    System.out.println("holds");
    int unused = System.in.read();
    client.lock(args[3]).lock();
    System.out.println("holds both");
  }
}
