package io.holdfast.spring.boot;

import io.holdfast.lock.core.ClientStatus;
import io.holdfast.lock.core.HoldfastClient;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

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
    silence.breakOf(List.of(vitals));
    ClientStatus status = vitals.status();
    Duration sinceStart = Duration.ofNanos(nanoClock.getAsLong() - startNanos);
    builder
        .status(silence.judge(status.sinceLastAnswer(), sinceStart).status())
        .withDetails(StatusDetails.of(status));
  }
}
