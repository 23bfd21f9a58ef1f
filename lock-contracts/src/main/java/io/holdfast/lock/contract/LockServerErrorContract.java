package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Errors that the server answers. Temporary ones are waited for, lasting ones are reported at once,
 * and no error leaves anything behind.
 */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class LockServerErrorContract extends FaultSuite implements ServerErrorContract {

  @Test
  @DisplayName("failure 32: the server is out of memory when a renewal is due")
  void renewal_serverOutOfMemory_goesOn() throws Exception {
    DistributedLock leased = open(spec().lease(time.lease())).lock(name);
    Hold hold = leased.acquire();
    server.maxMemory(1);

    time.leasesPass(1, hold);

    assertThat(hold.isValid()).isTrue();
    assertThat(others.isLocked()).isTrue();
    hold.close();
    server.maxMemory(0);
    awaitFreeAndUnwanted();
  }
}
