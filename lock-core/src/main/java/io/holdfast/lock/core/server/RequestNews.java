package io.holdfast.lock.core.server;

import io.holdfast.lock.RequestEvent;
import io.holdfast.lock.RequestObserver;
import io.holdfast.lock.core.jfr.CallSpan;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells observers, and the flight recorder, how requests end. They run in the midst of the handling
 * of an answer, which goes on whatever they throw. Any thread.
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

  /**
   * The server answered.
   *
   * @param span null if nobody records it
   */
  void answered(LuaScript script, long sentNanos, @Nullable CallSpan span) {
    if (span != null) {
      record(span, script, RequestEvent.Outcome.OK);
    }
    if (!audience.observers().isEmpty()) {
      tell(script, RequestEvent.Outcome.OK, clock.nanoTime() - sentNanos);
    }
  }

  /** The request failed. */
  void failed(LuaScript script, long sentNanos, @Nullable CallSpan span, ServerFailure failure) {
    RequestEvent.Outcome outcome = failure.told();
    if (span != null) {
      record(span, script, outcome);
    }
    if (!audience.observers().isEmpty()) {
      tell(script, outcome, clock.nanoTime() - sentNanos);
    }
  }

  private void record(CallSpan span, LuaScript script, RequestEvent.Outcome outcome) {
    span.ended(audience.clientLabel(), nameOf(script), outcome.text());
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
        logged(e);
      }
    }
  }

  private static void logged(Throwable thrown) {
    try {
      LOG.warn("A request could not be told", thrown);
    } catch (RuntimeException | Error e) { // such as at the end of the stack
      // nothing is left to be done
    }
  }

  private static String nameOf(LuaScript script) {
    String name = script.name();
    return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
  }
}
