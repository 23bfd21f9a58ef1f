package io.holdfast.lock.core;

import io.holdfast.lock.Hold;

/** A process that takes a lock, and says whether it has a flight recorder. */
final class UnrecordedWorker {

  private UnrecordedWorker() {}

  public static void main(String[] args) throws InterruptedException {
    boolean isThere = ModuleLayer.boot().findModule("jdk.jfr").isPresent();
    try (HoldfastClient client = HoldfastClient.connect(args[0]);
        Hold hold = client.lock("recorded").acquire()) {
      System.out.printf(
          "%s, jdk.jfr %s, token %d%n",
          HoldfastClient.class.getModule().isNamed() ? "modules" : "class path",
          isThere ? "is there" : "is missing",
          hold.token());
    }
  }
}
