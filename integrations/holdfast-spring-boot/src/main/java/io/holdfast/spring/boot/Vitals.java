package io.holdfast.spring.boot;

import io.holdfast.lock.core.ClientStatus;
import io.holdfast.lock.core.HoldfastClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** What the health of a client is told from. */
interface Vitals {

  /** As {@link HoldfastClient#status()}. */
  ClientStatus status();

  /** As {@link HoldfastClient#ping()}. */
  CompletableFuture<Duration> ping();

  static Vitals of(HoldfastClient client) {
    return new Vitals() {
      @Override
      public ClientStatus status() {
        return client.status();
      }

      @Override
      public CompletableFuture<Duration> ping() {
        return client.ping();
      }
    };
  }
}
