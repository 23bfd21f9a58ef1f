package io.holdfast.lock.testkit.server;

import io.holdfast.lock.testkit.concurrent.Eventually;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.resp.RespException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A script that keeps a server busy; see {@link ServerControls#busy}. */
public final class BusyScript implements AutoCloseable {

  private static final Duration SETTLING = Duration.ofMinutes(1);

  /** It is killed long before its end, if only there is somebody to kill it. */
  private static final String LOOP = "for i = 1, tonumber(ARGV[1]) do end";

  private static final long STEPS_A_MILLI = 2_000_000;

  private final String uri;
  private final CountDownLatch end = new CountDownLatch(1); // it shall
  private final CountDownLatch ended = new CountDownLatch(1); // it has

  private BusyScript(String uri) {
    this.uri = uri;
  }

  static BusyScript start(String uri, Duration atMost) {
    BusyScript script = new BusyScript(uri);
    RespClient runner = RespClient.connect(uri, atMost.plus(SETTLING.multipliedBy(2)));
    daemon("testkit-busy-script", () -> script.run(runner, atMost));
    Eventually.within(SETTLING).isTrue("the server is busy", script::isBusy);
    daemon("testkit-busy-script-end", () -> script.killAfter(atMost));
    return script;
  }

  private static void daemon(String name, Runnable body) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void run(RespClient runner, Duration atMost) {
    try (runner) {
      runner.command("EVAL", LOOP, "0", Long.toString(atMost.toMillis() * STEPS_A_MILLI));
    } catch (RespException | UncheckedIOException e) {
      // Killed, or the server has gone: it is over.
    } finally {
      ended.countDown();
    }
  }

  private boolean isBusy() {
    try (RespClient client = RespClient.connect(uri, SETTLING)) {
      client.text("PING");
      return false;
    } catch (RespException e) {
      return e.code().equals("BUSY");
    }
  }

  private void killAfter(Duration time) {
    try {
      var unused = end.await(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      // Nobody has our thread; if somebody found it, all the sooner.
    }
    try (RespClient client = RespClient.connect(uri, SETTLING)) {
      client.text("SCRIPT", "KILL");
    } catch (RespException | UncheckedIOException e) {
      // It has just ended (NOTBUSY), or the server has.
    }
  }

  /** Whether it still runs. */
  public boolean isRunning() {
    return ended.getCount() > 0;
  }

  /**
   * Ends it, if it has not ended, and waits until it has. Idempotent.
   *
   * @throws AssertionError if it does not end within 5 s: the server is frozen
   */
  @Override
  public void close() {
    end.countDown();
    boolean interrupted = Thread.interrupted();
    try {
      Eventually.within(SETTLING).isTrue("the busy script ended", () -> !isRunning());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
