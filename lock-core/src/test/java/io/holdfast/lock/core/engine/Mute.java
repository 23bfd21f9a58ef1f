package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A server that remembers what is sent, and answers when the test says so. */
final class Mute implements LockVerbs {

  final List<ReleaseRequest> releases = new ArrayList<>();
  final List<Consumer<Outcome<Released>>> released = new ArrayList<>();
  final List<Consumer<Outcome<AskReply>>> asked = new ArrayList<>();
  final List<RollCall.RollRequest> rolls = new ArrayList<>();
  final List<Consumer<Outcome<RollCall.Answer>>> rolled = new ArrayList<>();
  final List<Disowning> disownings = new ArrayList<>();
  final List<Consumer<Outcome<Others>>> disowned = new ArrayList<>();
  boolean severalHold;

  @Override
  public boolean severalHold() {
    return severalHold;
  }

  @Override
  public void ask(AskRequest request, Consumer<Outcome<AskReply>> then) {
    asked.add(then);
  }

  @Override
  public void release(
      LockKeys keys, ReleaseRequest releaseRequest, Consumer<Outcome<Released>> then) {
    releases.add(releaseRequest);
    released.add(then);
  }

  @Override
  public void releaseAndAsk(
      ReleaseRequest old, AskRequest next, Consumer<Outcome<Released>> then) {}

  @Override
  public void renew(List<Renewal> renewals, Consumer<Outcome<List<Renewal.Answer>>> then) {}

  @Override
  public void callRoll(RollCall.RollRequest request, Consumer<Outcome<RollCall.Answer>> then) {
    rolls.add(request);
    rolled.add(then);
  }

  @Override
  public void await(ReleaseRequest held, AskRequest next, Consumer<Outcome<Released>> then) {}

  @Override
  public void unpark(AskRequest request, Consumer<Outcome<Unparked>> then) {}

  @Override
  public void disown(Disowning those, Consumer<Outcome<Others>> then) {
    disownings.add(those);
    disowned.add(then);
  }

  @Override
  public void signal(Signal signal, Consumer<Outcome<Optional<Boolean>>> then) {}
}
