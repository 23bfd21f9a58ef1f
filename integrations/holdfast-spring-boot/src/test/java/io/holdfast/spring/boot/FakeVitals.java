package io.holdfast.spring.boot;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.ClientStatus;
import io.holdfast.lock.core.ConnectionStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A client without a server; time passes as told. */
final class FakeVitals implements Vitals {

  private final String server;
  private Duration now = Duration.ZERO;
  private Optional<Duration> answeredAt = Optional.empty();
  private boolean answers = true;
  private ConnectionStatus.State inbox = ConnectionStatus.State.UP;
  private CompletableFuture<?> mayAnswer = CompletableFuture.completedFuture(null);
  private int pings;

  FakeVitals(String server) {
    this.server = server;
  }

  /** So long after the start. */
  FakeVitals at(Duration time) {
    now = time;
    return this;
  }

  long nanos() {
    return now.toNanos();
  }

  /** It has answered a request just then. */
  FakeVitals answeredAt(Duration time) {
    answeredAt = Optional.of(time);
    return this;
  }

  /** Whether it answers pings from now on. */
  FakeVitals answers(boolean does) {
    answers = does;
    return this;
  }

  /** It answers pings when this has come. */
  FakeVitals answersAfter(CompletableFuture<?> event) {
    mayAnswer = event;
    return this;
  }

  FakeVitals inbox(ConnectionStatus.State state) {
    inbox = state;
    return this;
  }

  int pings() {
    return pings;
  }

  @Override
  public ClientStatus status() {
    return new ClientStatus(
        "web-3/4711",
        "holdfast",
        server,
        ClientStatus.Mode.STANDALONE,
        connection(ConnectionStatus.State.UP),
        connection(inbox),
        answeredAt.map(now::minus),
        2,
        3,
        4);
  }

  private static ConnectionStatus connection(ConnectionStatus.State state) {
    return new ConnectionStatus(state, Duration.ofMillis(2_300), Optional.empty());
  }

  @Override
  public CompletableFuture<Duration> ping() {
    pings++;
    if (!answers) {
      return CompletableFuture.failedFuture(new LockServerException("no answer", null));
    }
    return mayAnswer.thenApply(
        unused -> {
          answeredAt = Optional.of(now);
          return Duration.ofMillis(1);
        });
  }
}
