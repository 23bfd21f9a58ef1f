package io.holdfast.spring.boot;

import io.holdfast.lock.core.ClientStatus;
import io.holdfast.lock.core.HoldfastClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * UP while a majority of the nodes of a quorum has answered within a while, then DOWN. UNKNOWN as
 * long as nodes that have never answered, and may still do so in that while, could make up a
 * majority. Each node is judged as {@link HoldfastHealthIndicator} judges its server.
 *
 * <p>Nodes that have been silent for a second are sent a ping, all at the same time, which takes
 * the command time-out at most. Not part of the liveness or readiness group.
 *
 * <p><strong>Not guaranteed:</strong> that the votes of a node that answers count. It may be in
 * quarantine: {@code RedLocks.inspectNodes} tells.
 */
public final class QuorumHealthIndicator extends AbstractHealthIndicator
    implements HealthIndicator {

  private final List<Vitals> nodes;
  private final Silence silence;
  private final LongSupplier nanoClock;
  private final long startNanos;

  /**
   * Of the nodes with these clients, as {@code RedLocks.clients()} has them. No I/O.
   *
   * @param downAfter for how long a majority may be silent before the health is DOWN
   */
  public QuorumHealthIndicator(List<HoldfastClient> nodes, Duration downAfter) {
    this(nodes.stream().map(Vitals::of).toList(), downAfter, System::nanoTime);
  }

  QuorumHealthIndicator(List<Vitals> nodes, Duration downAfter, LongSupplier nanoClock) {
    super("Holdfast quorum health check failed");
    this.nodes = nodes;
    this.silence = new Silence(downAfter);
    this.nanoClock = nanoClock;
    this.startNanos = nanoClock.getAsLong();
  }

  @Override
  protected void doHealthCheck(Health.Builder builder) {
    silence.breakOf(nodes);
    Duration sinceStart = Duration.ofNanos(nanoClock.getAsLong() - startNanos);
    List<Silence.Verdict> verdicts = new ArrayList<>();
    List<Map<String, Object>> details = new ArrayList<>();
    for (Vitals node : nodes) {
      ClientStatus status = node.status();
      Silence.Verdict verdict = silence.judge(status.sinceLastAnswer(), sinceStart);
      verdicts.add(verdict);
      details.add(details(status, verdict));
    }
    builder
        .status(Silence.Verdict.ofMajority(verdicts).status())
        .withDetail("majority", Silence.Verdict.majority(nodes.size()))
        .withDetail("up", verdicts.stream().filter(Silence.Verdict.UP::equals).count())
        .withDetail("nodes", details);
  }

  private static Map<String, Object> details(ClientStatus status, Silence.Verdict verdict) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("state", verdict.name().toLowerCase(Locale.ROOT));
    details.putAll(StatusDetails.ofNode(status));
    return details;
  }
}
