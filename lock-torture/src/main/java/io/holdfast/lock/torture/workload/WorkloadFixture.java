package io.holdfast.lock.torture.workload;

import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import java.util.List;

/**
 * How a worker gets at the kind of lock under test. Has a public constructor without parameters:
 * workers make it by its name.
 */
public interface WorkloadFixture {

  /**
   * A client of this kind; the worker closes it.
   *
   * @param servers where its servers are, as the worker was told
   * @param spec what it is to be like: the lease, at least
   */
  LockClient open(List<String> servers, ClientSpec spec);

  /**
   * Whether holds are served in the order in which the server saw them arrive, so that workers
   * write down {@link LockClient#arrivalOf} for the judge.
   */
  default boolean keepsOrderOfArrival() {
    return false;
  }

  /**
   * Makes one by its class name.
   *
   * @throws IllegalArgumentException if that cannot be done
   */
  static WorkloadFixture named(String className) {
    try {
      return Class.forName(className)
          .asSubclass(WorkloadFixture.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw new IllegalArgumentException("fixture: " + className + " cannot be made: " + e, e);
    }
  }
}
