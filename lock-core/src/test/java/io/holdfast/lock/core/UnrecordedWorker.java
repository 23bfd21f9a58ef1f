package io.holdfast.lock.core;

import io.holdfast.lock.Hold;

/** A process that takes a lock, and says whether it has a flight recorder. */
final class UnrecordedWorker {

  private UnrecordedWorker() {}

  public static void main(String[] args) throws InterruptedException {
    boolean isThere = ModuleLayer.boot().findModule("jdk.jfr").isPresent();
    long token;
    try (HoldfastClient client = HoldfastClient.connect(args[0]);
        Hold hold = client.lock("recorded").acquire()) {
      token = hold.token();
    }
    System.out.printf( // it is killed then
        "%s, jdk.jfr %s, token %d%n",
        HoldfastClient.class.getModule().isNamed() ? "modules" : "class path",
        isThere ? "is there" : "is missing",
        token);
  }
}
