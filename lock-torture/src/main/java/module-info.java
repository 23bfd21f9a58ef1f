/**
 * The judge of locks: workloads that contend for them, faults, histories of what happened, and
 * checkers that find what must not have.
 */
module io.holdfast.lock.torture {
  requires transitive io.holdfast.lock;
  requires transitive io.holdfast.lock.testkit;
  requires org.slf4j;
  requires static org.jspecify;

  exports io.holdfast.lock.torture.check;
  exports io.holdfast.lock.torture.client;
  exports io.holdfast.lock.torture.history;
  exports io.holdfast.lock.torture.nemesis;
  exports io.holdfast.lock.torture.register;
  exports io.holdfast.lock.torture.workload;
}
