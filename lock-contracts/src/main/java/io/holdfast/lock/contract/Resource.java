package io.holdfast.lock.contract;

import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.List;

/**
 * What clients take and give back: a lock, a read lock, permits of a pool or of a semaphore. The
 * client whose promises are tested takes it by {@link #take}; its rival, another client, does not
 * get it as long as that client has it.
 */
interface Resource {

  /** Takes it, and waits for it if need be. A thread gives back what it took. */
  void take() throws Exception;

  /** Takes it, and waits for it if need be, until it is interrupted. */
  default void takeInterruptibly() throws Exception {
    take();
  }

  /** Takes it if it is there. */
  boolean tryTake() throws Exception;

  /** Takes it if it is there within this time. */
  boolean tryTake(Duration time) throws Exception;

  /** Gives it back. */
  void give() throws Exception;

  /** The rival takes it, and waits for it if need be. */
  void takeByRival() throws Exception;

  /** The rival takes it if it is there. */
  boolean tryTakeByRival();

  /** The rival gives it back. */
  void giveByRival() throws Exception;

  /** How often this thread has it, as its client sees it. */
  int held();

  /** How many have it at the server; nobody takes more than once. */
  int taken();

  /** How many wait for it at the server. */
  int waiting();

  /** As {@link #renewClient(ClientSpec.Pace)}, with a quick one. */
  default void renewClient() throws Exception {
    renewClient(ClientSpec.Pace.QUICK);
  }

  /**
   * Replaces the client by a new one, which has taken it and given it back once: no request is
   * under way, and the server knows its scripts.
   */
  void renewClient(ClientSpec.Pace pace) throws Exception;

  /** Asserts that nobody has it or waits for it, now or very soon, and that it can be taken. */
  void nothingLost();

  /** Calls that need the server, each of which it may refuse; not one of them gives anything. */
  List<TestThreads.Body> calls();

  /** What clients do again and again; each takes, and gives back what it took. */
  default List<TestThreads.Body> turns() {
    return List.of(
        () -> {
          take();
          give();
        });
  }

  /** Whether a waiter has it as soon as one server has granted it. */
  default boolean grantIsEnough() {
    return true;
  }

  /** Whether the message of a grant is enough, without the answer to any request. */
  default boolean grantNeedsNoAnswer() {
    return grantIsEnough();
  }
}
