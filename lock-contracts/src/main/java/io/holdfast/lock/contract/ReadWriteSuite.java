package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.DistributedReadWriteLock;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.ReadWriteClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What the suites of a read-write lock share: the fixture, two clients that stand for two
 * processes, threads that own locks, and a check of what a test has left behind.
 */
public abstract class ReadWriteSuite extends ContractWorld implements OfKind<ReadWriteFixture> {

  /** Some slices, and enough for a message to arrive: a waiter let in wrongly would be in. */
  static final Duration SHORT = Duration.ofMillis(150);

  private ReadWriteFixture fixture;

  private ReadWriteClient client;

  /** The lock, of the client whose promises are tested. */
  DistributedReadWriteLock pair;

  /** Its two views. */
  DistributedLock read;

  DistributedLock write;

  /** The same lock, of another client. */
  DistributedReadWriteLock others;

  /** Its two views. */
  DistributedLock othersRead;

  DistributedLock othersWrite;

  @BeforeEach
  void openWorld(TestServer server) {
    fixture = fixture(server);
    openClient(spec());
    others = open(othersSpec()).lock(name);
    othersRead = others.readLock();
    othersWrite = others.writeLock();
  }

  private void openClient(ClientSpec spec) {
    client = open(spec);
    pair = client.lock(name);
    read = pair.readLock();
    write = pair.writeLock();
  }

  /** Replaces the client behind {@link #pair} by another; closing it waits for its retries. */
  final void renewClient(ClientSpec spec) {
    client.close();
    openClient(spec);
  }

  /** The settings of the client behind {@link #pair}. */
  ClientSpec spec() {
    return ClientSpec.defaults().label("first");
  }

  /** The settings of the client behind {@link #others}. */
  ClientSpec othersSpec() {
    return ClientSpec.defaults().label("other");
  }

  @AfterEach
  void closeWorld() {
    endAll();
    ReadWriteKeys keys = fixture.keys(name);
    for (TestServer server : serversInTheEnd()) {
      eventually()
          .expect(
              "nobody writes, no entry of readers is left",
              () -> server.admin().number("EXISTS", keys.writer(), keys.readers()),
              left -> left == 0);
      assertForgotten(server, keys.all());
    }
    try (ReadWriteClient observer = fixture.open(observerSpec())) {
      assertThat(observer.lock(name).getQueueLength()).as("those who still wait").isZero();
    }
  }

  /** Where a test may have left something. */
  List<TestServer> serversInTheEnd() {
    return fixture.servers();
  }

  /** The settings of the client that checks what a test has left behind. */
  ClientSpec observerSpec() {
    return ClientSpec.defaults().label("observer");
  }

  final ReadWriteFixture fixture() {
    return fixture;
  }

  /** A client that is closed when the test is over. */
  final ReadWriteClient open(ClientSpec spec) {
    ReadWriteClient client = fixture.open(refined(spec));
    closeInTheEnd(client::close);
    return client;
  }

  /** Adapts the settings of a client: by default nothing happens by time. */
  ClientSpec refined(ClientSpec spec) {
    return spec.calm();
  }

  /** The lock of this test, of one more client. */
  final DistributedReadWriteLock another() {
    return open(ClientSpec.defaults()).lock(name);
  }

  /** A thread that holds this view of the lock. */
  final Actor holderOf(DistributedLock view) {
    Actor holder = actor("holder");
    holder.does(view::lock);
    return holder;
  }

  /** Begins to lock this view, which another client keeps; is queued at the server on return. */
  final CompletableFuture<?> queue(Actor waiter, DistributedLock view) {
    int before = others.getQueueLength();
    CompletableFuture<?> locking = waiter.starts(view::lock);
    awaitQueueLength(before + 1);
    return locking;
  }

  /** Waits until this many wait for the lock at the server. */
  final void awaitQueueLength(int length) {
    eventually().expect("queue length " + length, others::getQueueLength, n -> n == length);
  }

  /** Asserts that nobody holds the lock or waits for it, now or very soon. */
  final void awaitFreeAndUnwanted() {
    eventually()
        .expect(
            "nobody holds or waits",
            others::inspect,
            state ->
                state.writer().isEmpty() && state.readers().isEmpty() && state.queueLength() == 0);
  }

  /** Script calls that the servers have executed. */
  final long scriptCalls() {
    return scriptCalls(fixture.servers());
  }
}
