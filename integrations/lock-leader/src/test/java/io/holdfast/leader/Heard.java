package io.holdfast.leader;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that notes what it hears, in order. */
class Heard implements LeaderListener {

  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final List<Leadership> terms = new CopyOnWriteArrayList<>();

  @Override
  public void granted(Leadership leadership) throws Exception {
    terms.add(leadership);
    calls.add("granted " + leadership.token());
  }

  @Override
  public void revoked(Leadership leadership) {
    calls.add("revoked " + leadership.token());
  }

  List<String> calls() {
    return List.copyOf(calls);
  }

  /** The leadership of that number, from 1; waits for it. */
  Leadership term(int number) {
    return eventually()
        .expect("leadership " + number, () -> terms, all -> all.size() >= number)
        .get(number - 1);
  }

  int terms() {
    return terms.size();
  }

  void awaitCalls(int number) {
    eventually().isTrue(number + " calls", () -> calls.size() >= number);
  }
}
