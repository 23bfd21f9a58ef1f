package io.holdfast.lock.core.race;

import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.engine.AskRequest;
import io.holdfast.lock.core.engine.LockVerbs;
import io.holdfast.lock.core.engine.Renewal;
import io.holdfast.lock.core.engine.RollCall;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import io.lettuce.core.RedisException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One lock at a server that one client asks, and another client that sometimes takes it. The server
 * executes requests in the order of their sending. Replies and messages arrive each in order, but
 * in any order to each other. A thread that waits, or has sent something, drives the server by
 * {@link #pump}.
 */
public final class ModelServer implements LockVerbs {

  private final Map<Long, Acquisition> acquisitions;
  private final Lane requests = new Lane();
  private final Lane replies = new Lane();
  private final Lane messages = new Lane();
  private final Lane late = new Lane();

  private final ModelScripts scripts; // of the thread that runs the requests

  // Set for the next question only.
  private volatile boolean isNextCut;

  ModelServer(Map<Long, Acquisition> acquisitions, boolean knowsTombstones) {
    this.acquisitions = acquisitions;
    this.scripts = new ModelScripts(knowsTombstones);
  }

  // ---- making it go on

  /** Executes and delivers until nothing is left except what another thread is doing. */
  public void pump() {
    boolean ran = true;
    while (ran) { // a reply may have caused another request
      ran = requests.runAll();
      ran |= replies.runAll();
      ran |= messages.runAll();
    }
  }

  /** Executes the oldest request. One thread at a time. */
  public void executeOne() {
    requests.runOne();
  }

  /** Delivers the oldest reply. One thread at a time. */
  public void deliverReply() {
    replies.runOne();
  }

  /** Delivers the oldest message to the inbox. One thread at a time. */
  public void deliverMessage() {
    messages.runOne();
  }

  /** The next question gets no answer, and arrives late. */
  public void cutNext() {
    isNextCut = true;
  }

  /** What comes late arrives. */
  public void arriveLate() {
    late.runAll();
  }

  // ---- the other client

  /**
   * The other client asks; when its turn comes and all requests are executed, it releases the lock.
   */
  public void otherAsks() {
    requests.put(
        () -> {
          scripts.otherAsks();
          publish();
        });
  }

  /** The other client asks once, and would not wait. */
  public void otherTries() {
    requests.put(
        () -> {
          scripts.otherTries();
          publish();
        });
  }

  /** Takes the lock away by force. */
  public void force() {
    requests.put(
        () -> {
          scripts.force();
          publish();
        });
  }

  // ---- verbs

  @Override
  public void ask(AskRequest request, Consumer<Outcome<AskReply>> then) {
    send(() -> scripts.execute(request), then);
  }

  @Override
  public void release(
      LockKeys keys, ReleaseRequest releaseRequest, Consumer<Outcome<Released>> then) {
    answer(
        () ->
            new Released(
                scripts.release(releaseRequest.ids(), releaseRequest.tombstone()),
                Optional.empty()),
        then);
  }

  @Override
  public void releaseAndAsk(ReleaseRequest old, AskRequest next, Consumer<Outcome<Released>> then) {
    send(
        () -> {
          boolean wasHeld = scripts.release(old.ids(), old.tombstone());
          return new Released(wasHeld, Optional.of(scripts.execute(next)));
        },
        then);
  }

  @Override
  public void renew(List<Renewal> renewals, Consumer<Outcome<List<Renewal.Answer>>> then) {
    answer(() -> renewals.stream().map(one -> scripts.renew(one.id())).toList(), then);
  }

  private <T> void send(Supplier<T> script, Consumer<Outcome<T>> then) {
    if (isNextCut) {
      isNextCut = false;
      late.put(
          () -> {
            Objects.requireNonNull(script.get());
            publish();
          });
      replies.put(
          () ->
              then.accept(
                  new Outcome.Failed<>(
                      new ServerFailure(
                          ServerFailure.Kind.UNKNOWN, new RedisException("connection cut")))));
    } else {
      answer(script, then);
    }
  }

  private <T> void answer(Supplier<T> script, Consumer<Outcome<T>> then) {
    requests.put(
        () -> {
          T reply = script.get();
          publish();
          replies.put(() -> then.accept(new Outcome.Answered<>(reply)));
        });
  }

  /** Sends what the scripts published; and the other client, if it is its turn, lets go. */
  private void publish() {
    scripts
        .takePublished()
        .forEach(
            one ->
                messages.put(
                    () -> {
                      Acquisition acquisition = acquisitions.get(one.number());
                      if (acquisition != null) {
                        one.message().accept(acquisition);
                      }
                    }));
    if (scripts.isTurnOfTheOther()) {
      requests.put(
          () -> {
            scripts.otherLetsGo();
            publish();
          });
    }
  }

  // ---- looking

  /** Whether it has anything of the client: a hold or a ticket. When all is quiet. */
  public boolean hasAnythingOfTheClient() {
    return scripts.hasAnythingOfTheClient();
  }

  /** Whether this acquisition holds the lock now. */
  public boolean isHeldBy(String id) {
    return scripts.isHeldBy(id);
  }

  /** Whether the other client holds the lock. When all is quiet. */
  public boolean isOfOther() {
    return scripts.isOfOther();
  }

  /** Whether the other client waits. When all is quiet. */
  public boolean isOtherWaiting() {
    return scripts.isOtherWaiting();
  }

  /** Whether the client holds the lock. When all is quiet. */
  public boolean hasHolderOfTheClient() {
    return scripts.hasHolderOfTheClient();
  }

  @Override
  public String toString() {
    return scripts.toString();
  }

  // ---- what one acquisition for all does without

  @Override
  public void callRoll(RollCall.RollRequest request, Consumer<Outcome<RollCall.Answer>> then) {
    throw new UnsupportedOperationException("callRoll");
  }

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
