package io.holdfast.benchmarks.subject;

import io.holdfast.lock.Hold;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Holdfast's handles of plain locks. */
record HoldfastHandles(HoldfastClient client) implements HandleSubject {

  static HandleSubject open(String uri, Duration lease) {
    return new HoldfastHandles(
        HoldfastClient.connect(HoldfastSettings.builder().lease(lease).build(), uri));
  }

  static HandleSubject openCluster(String uri, Duration lease) {
    return new HoldfastHandles(
        HoldfastClient.connect(HoldfastSettings.builder().cluster().lease(lease).build(), uri));
  }

  @Override
  public CompletableFuture<Hold> acquire(String name) {
    return client.lock(name).acquireAsync();
  }

  @Override
  public CompletableFuture<Void> release(Object held) {
    return ((Hold) held).releaseAsync();
  }

  @Override
  public boolean isLost(Object held) {
    return !((Hold) held).isValid();
  }

  @Override
  public void close() {
    client.close();
  }
}
