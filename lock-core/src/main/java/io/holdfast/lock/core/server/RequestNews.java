package io.holdfast.lock.core.server;

import io.holdfast.lock.RequestEvent;
import io.holdfast.lock.RequestObserver;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells observers how requests end. They run in the midst of the handling of an answer, which goes
 * on whatever they throw. Any thread.
 */
final class RequestNews {

  private static final Logger LOG = LoggerFactory.getLogger(RequestNews.class);

  private static final String SUFFIX = ".lua";

  private final MonotonicClock clock;
  private volatile Audience audience = new Audience("", List.of());

  /**
   * Who observes.
   *
   * @param clientLabel of the client whose requests these are
   * @param observers are told
   */
  record Audience(String clientLabel, List<RequestObserver> observers) {}

  /** Nobody observes. */
  RequestNews(MonotonicClock clock) {
    this.clock = clock;
  }

  /** These observe from now on. */
  void observe(Audience newAudience) {
    audience = newAudience;
  }

  Audience audience() {
    return audience;
  }

  /** The server answered. */
  void answered(LuaScript script, long sentNanos) {
    if (!audience.observers().isEmpty()) {
      tell(script, RequestEvent.Outcome.OK, clock.nanoTime() - sentNanos);
    }
  }

  /** The request failed. */
  void failed(LuaScript script, long sentNanos, ServerFailure failure) {
    if (!audience.observers().isEmpty()) {
      RequestEvent.Outcome outcome =
          failure.kind() == ServerFailure.Kind.UNKNOWN
              ? RequestEvent.Outcome.UNKNOWN
              : RequestEvent.Outcome.REFUSED;
      tell(script, outcome, clock.nanoTime() - sentNanos);
    }
  }

  private void tell(LuaScript script, RequestEvent.Outcome outcome, long tookNanos) {
    Audience now = audience;
    RequestEvent event =
        new RequestEvent(
            nameOf(script), outcome, Duration.ofNanos(Math.max(0, tookNanos)), now.clientLabel());
    for (RequestObserver observer : now.observers()) {
      try {
        observer.ended(event);
      } catch (RuntimeException | Error e) { // the answer is to be handled all the same
        LOG.warn("An observer of requests failed", e);
      }
    }
  }

  private static String nameOf(LuaScript script) {
    String name = script.name();
    return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
  }
}
