package io.holdfast.spring.boot;

import io.holdfast.lock.core.ClientStatus;
import io.holdfast.lock.core.HoldfastClient;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * UP as long as the server has answered within a while, so that a short outage does not restart
 * applications; then DOWN. UNKNOWN if it has never answered, and that while is not over. A dead
 * connection for messages alone leaves it UP: locks work, with delays.
 *
 * <p>The answers to requests of locks count. Only if there was none for a second the server is sent
 * a ping, which takes the command time-out at most. Not part of the liveness or readiness group.
 */
public final class HoldfastHealthIndicator extends AbstractHealthIndicator
    implements HealthIndicator {

  private final Vitals vitals;
  private final Silence silence;
  private final LongSupplier nanoClock;
  private final long startNanos;

  /** Of this client; no I/O. */
  public HoldfastHealthIndicator(HoldfastClient client, Duration downAfter) {
    this(Vitals.of(client), downAfter, System::nanoTime);
  }

  HoldfastHealthIndicator(Vitals vitals, Duration downAfter, LongSupplier nanoClock) {
    super("Holdfast health check failed");
    this.vitals = vitals;
    this.silence = new Silence(downAfter);
    this.nanoClock = nanoClock;
    this.startNanos = nanoClock.getAsLong();
  }

  @Override
  protected void doHealthCheck(Health.Builder builder) {
    if (silence.isToBeBroken(vitals.status().sinceLastAnswer())) {
      askForAnAnswer();
    }
    ClientStatus status = vitals.status();
    Duration sinceStart = Duration.ofNanos(nanoClock.getAsLong() - startNanos);
    builder
        .status(
            switch (silence.judge(status.sinceLastAnswer(), sinceStart)) {
              case UP -> Status.UP;
              case UNKNOWN -> Status.UNKNOWN;
              case DOWN -> Status.DOWN;
            })
        .withDetails(StatusDetails.of(status));
  }

  /** A ping ends with the command time-out; its future may complete in a thread of the user. */
  private void askForAnAnswer() {
    try {
      vitals.ping().get(silence.downAfter().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // the status tells how long it has been silent
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
