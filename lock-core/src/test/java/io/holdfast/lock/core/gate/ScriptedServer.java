package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.engine.AskRequest;
import io.holdfast.lock.core.engine.LockVerbs;
import io.holdfast.lock.core.engine.Renewal;
import io.holdfast.lock.core.engine.RollCall;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import io.lettuce.core.RedisException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Answers each question when the test says so, and keeps all other requests. */
final class ScriptedServer implements LockVerbs {

  private final Map<Long, Consumer<Outcome<AskReply>>> asked = new HashMap<>();
  private long lastAsked;
  private int releases;
  private @Nullable Error thrownNext;

  /** The next question throws this when it is sent. */
  void throwNext(Error thrown) {
    thrownNext = thrown;
  }

  long lastAsked() {
    return lastAsked;
  }

  int releases() {
    return releases;
  }

  void answer(long number, AskReply reply) {
    take(number).accept(new Outcome.Answered<>(reply));
  }

  /** The connection breaks before the answer is here. */
  void loseAnswer(long number) {
    RedisException cut = new RedisException("connection cut");
    take(number).accept(new Outcome.Failed<>(new ServerFailure(ServerFailure.Kind.UNKNOWN, cut)));
  }

  private Consumer<Outcome<AskReply>> take(long number) {
    return Objects.requireNonNull(asked.remove(number), () -> number + " is not asking");
  }

  @Override
  public void ask(AskRequest request, Consumer<Outcome<AskReply>> then) {
    lastAsked = numberOf(request);
    Error thrown = thrownNext;
    if (thrown != null) {
      thrownNext = null;
      throw thrown;
    }
    asked.put(lastAsked, then);
  }

  private static long numberOf(AskRequest request) {
    return Long.parseLong(request.id().split(":", -1)[1]);
  }

  @Override
  public void release(
      LockKeys keys, ReleaseRequest releaseRequest, Consumer<Outcome<Released>> then) {
    releases++;
  }

  @Override
  public void releaseAndAsk(ReleaseRequest old, AskRequest next, Consumer<Outcome<Released>> then) {
    lastAsked = numberOf(next);
  }

  @Override
  public void renew(List<Renewal> renewals, Consumer<Outcome<List<Renewal.Answer>>> then) {}

  @Override
  public void callRoll(RollCall.RollRequest request, Consumer<Outcome<RollCall.Answer>> then) {}

  @Override
  public void await(ReleaseRequest held, AskRequest next, Consumer<Outcome<Released>> then) {
    throw new UnsupportedOperationException("await");
  }

  @Override
  public void unpark(AskRequest request, Consumer<Outcome<Unparked>> then) {
    throw new UnsupportedOperationException("unpark");
  }

  @Override
  public void disown(Disowning those, Consumer<Outcome<Others>> then) {
    throw new UnsupportedOperationException("disown");
  }

  @Override
  public void signal(Signal signal, Consumer<Outcome<Optional<Boolean>>> then) {
    throw new UnsupportedOperationException("signal");
  }
}
