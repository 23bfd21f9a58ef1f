package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Entries for one permit each are counted; where some are for more, they are added up. */
@ExtendWith(RedisServerExtension.class)
class PoolCountIT {

  private static void forgetSize(RedisServer server) {
    assertThat(server.admin().number("DEL", "holdfast:pool:{ab}")).isOne();
  }

  @Test
  void acquire_afterSinglePermits_countsAllOfALargeOne(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      PermitPool pool = new Semaphores(client).pool("ab", 6);
      Permit one = pool.acquire();
      Permit large = pool.acquire(3);
      assertThat(pool.inspect().available()).isEqualTo(2);
      Permit last = pool.acquire(2);
      assertThat(pool.tryAcquire()).isEmpty();
      large.close();
      assertThat(pool.tryAcquire(4)).isEmpty();
      assertThat(pool.tryAcquire(3)).get().satisfies(Permit::close);
      one.close();
      last.close();
      assertThat(pool.inspect().available()).isEqualTo(6);
    }
  }

  @Test
  void acquire_theServerForgotTheSize_addsUpWhatIsOut(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      PermitPool pool = new Semaphores(client).pool("ab", 4);
      Permit large = pool.acquire(3);
      forgetSize(server);
      Permit one = pool.acquire();
      assertThat(pool.tryAcquire()).isEmpty();
      assertThat(pool.inspect().available()).isZero();
      large.close();
      one.close();
    }
  }

  @Test
  void resize_theServerForgotTheSize_addsUpWhatIsOut(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      PermitPool pool = new Semaphores(client).pool("ab", 4);
      Permit large = pool.acquire(3);
      forgetSize(server);
      pool.resize(5);
      assertThat(pool.inspect().available()).isEqualTo(2);
      Permit two = pool.acquire(2);
      assertThat(pool.tryAcquire()).isEmpty();
      large.close();
      two.close();
    }
  }

  @Test
  void grant_ofALargeTicketThatTheSizeWasForgottenUnder_isCountedWhole(
      @FreshServer RedisServer server) throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(server.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri())) {
      PermitPool pool = new Semaphores(client).pool("ab", 4);
      PermitPool others = new Semaphores(other).pool("ab", 4);
      Permit all = others.acquire(4);
      CompletableFuture<Permit> large = pool.acquireAsync(3, AcquireOptions.defaults());
      eventually().expect("queued", others::inspect, now -> now.queueLength() == 1);
      forgetSize(server);
      others.resize(4);
      all.close();
      assertThat(large.get(60, SECONDS).permits()).isEqualTo(3);
      assertThat(others.inspect().available()).isOne();
      assertThat(others.tryAcquire(2)).isEmpty();
      large.join().close();
    }
  }
}
