package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;

import io.holdfast.lock.testkit.server.TestServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A failover loses the latest writes: at the server, waiters that a signal woke wait for it again.
 * Their client lives, so none of them looks dead, and the next signal is for one of them.
 */
public abstract class ReturnedSleepersContract extends ContractSuite {

  @Test
  @DisplayName("failure 132: waiters that a signal woke are back, and take the next one")
  void signal_oneWhoWasWokenIsBack_wakesOneWhoLives() {
    wakesOneWhoLivesAfter(1);
  }

  @Test
  @DisplayName("failure 132: waiters that a signal woke are back, and take the next one")
  void signal_eightWhoWereWokenAreBack_wakesOneWhoLives() {
    wakesOneWhoLivesAfter(8);
  }

  private void wakesOneWhoLivesAfter(int sleepers) {
    List<Sleeper<Boolean>> before = new ArrayList<>();
    for (int i = 0; i < sleepers; i++) {
      before.add(napper(i % 2 == 0 ? lock : others));
    }
    copyQueue("", ":saved");
    underLock(lock, lock.newCondition("c")::signalAll);
    eventually().isTrue("all are awake", () -> before.stream().allMatch(Sleeper::isAwake));
    awaitFreeAndUnwanted();
    copyQueue(":saved", "");

    Sleeper<Boolean> sleeper = napper(lock);
    underLock(others, others.newCondition("c")::signal);

    eventually().isTrue("it is awake", sleeper::isAwake);
    awaitFreeAndUnwanted();
  }

  private void copyQueue(String from, String to) {
    String key = fixture().keys(name).get(1);
    for (TestServer server : fixture().servers()) {
      server.admin().number("COPY", key + from, key + to, "REPLACE");
    }
  }
}
