/** The command {@code holdfast}. */
module io.holdfast.lock.cli {
  requires io.holdfast.lock;
  requires io.holdfast.lock.core;
  requires io.holdfast.lock.fair;
  requires io.holdfast.lock.readwrite;
  requires io.holdfast.lock.redlock;
  requires io.holdfast.lock.semaphore;
  requires io.holdfast.lock.testkit;
  requires io.holdfast.lock.torture;
  requires lettuce.core;
  requires info.picocli;
  requires static org.jspecify;
  // Signals, by reflection.
  requires jdk.unsupported;

  opens io.holdfast.lock.cli to
      info.picocli;
  opens io.holdfast.lock.cli.demo to
      info.picocli;
  opens io.holdfast.lock.cli.list to
      info.picocli;
  opens io.holdfast.lock.cli.run to
      info.picocli;
  opens io.holdfast.lock.cli.torture to
      info.picocli;
}
