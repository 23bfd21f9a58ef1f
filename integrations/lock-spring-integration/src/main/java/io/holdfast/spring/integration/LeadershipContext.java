package io.holdfast.spring.integration;

import io.holdfast.leader.Leadership;
import org.springframework.integration.leader.Context;

/**
 * The leadership that an event of {@link HoldfastLeaderInitiator} is about. Any thread.
 *
 * <pre>{@code
 * @EventListener
 * void granted(OnGrantedEvent event) {
 *   billing.start(((LeadershipContext) event.getContext()).leadership());
 * }
 * }</pre>
 */
public final class LeadershipContext implements Context {

  private final String role;
  private final Leadership leadership;

  LeadershipContext(String role, Leadership leadership) {
    this.role = role;
    this.leadership = leadership;
  }

  /** The leadership: its token, and callbacks for its end. */
  public Leadership leadership() {
    return leadership;
  }

  /**
   * Whether this leadership is still valid: false as soon as its lease has ended. No round trip.
   */
  @Override
  public boolean isLeader() {
    return leadership.isValid();
  }

  /** Resigns, as {@link Leadership#resign()} does: the other candidates come first. */
  @Override
  public void yield() {
    leadership.resign();
  }

  @Override
  public String getRole() {
    return role;
  }

  @Override
  public String toString() {
    return "LeadershipContext[role '%s', %s]".formatted(role, leadership);
  }
}
