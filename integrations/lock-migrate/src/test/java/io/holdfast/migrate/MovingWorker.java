package io.holdfast.migrate;

import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Lock;

/**
 * A process in one phase. It takes turns with its lock from {@code go} to {@code pause}, and hangs
 * inside one after {@code hang}. Arguments: the URI of the server, the phase. Ends with its input.
 */
final class MovingWorker {

  private final Phase phase;
  private final Phase.Opened opened;
  private final Witness witness;
  private volatile boolean goesOn;

  private MovingWorker(Phase phase, Phase.Opened opened, Witness witness) {
    this.phase = phase;
    this.opened = opened;
    this.witness = witness;
  }

  private void takeTurns() {
    Lock lock = opened.lock();
    while (goesOn) {
      lock.lock();
      try {
        witness.enter(opened.token());
        witness.linger();
        witness.leave(phase);
      } finally {
        lock.unlock();
      }
      witness.linger();
    }
  }

  private void hang() {
    opened.lock().lock();
    witness.enter(opened.token());
    System.out.println("hangs");
    try {
      new CountDownLatch(1).await(); // until it is killed
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void obey(Scanner input) throws InterruptedException {
    Thread turns = new Thread(() -> {});
    while (input.hasNextLine()) {
      switch (input.nextLine()) {
        case "go" -> {
          goesOn = true;
          turns = new Thread(this::takeTurns, "turns");
          turns.setDaemon(true);
          turns.setUncaughtExceptionHandler(
              (thread, death) -> System.out.println("died: " + death));
          turns.start();
        }
        case "pause" -> {
          goesOn = false;
          turns.join();
          System.out.println("paused");
        }
        default -> hang();
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Phase phase = Phase.valueOf(args[1]);
    try (Phase.Opened opened = phase.open(args[0]);
        Witness witness = new Witness(args[0])) {
      System.out.println("ready");
      new MovingWorker(phase, opened, witness).obey(new Scanner(System.in, StandardCharsets.UTF_8));
    }
  }
}
