package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.torture.client.ClientSpec;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How a hold is bound to a thread: its death ends the hold, and a loss may interrupt it. */
public abstract class OwnerThreadContract extends ContractSuite {

  private final BlockingQueue<LossCause> causes = new LinkedBlockingQueue<>();

  private LossCause nextCause() throws InterruptedException {
    LossCause cause = causes.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
    return assertThat(cause).as("a loss").isNotNull().actual();
  }

  @Test
  void interruptOnLoss_lost_interruptsTheThreadThatAcquired() {
    AcquireOptions options = AcquireOptions.defaults().interruptOnLoss();
    Actor alice = actor("alice");
    Hold hold = alice.says(() -> lock.acquire(options));
    assertThat(others.forceUnlock()).isTrue();
    eventually().isTrue("interrupted", () -> isInterrupted(alice));
    assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);

    DistributedLock view = open(ClientSpec.defaults()).lock(name, options);
    Actor bob = holderOf(view);
    assertThat(others.forceUnlock()).isTrue();
    eventually().isTrue("interrupted", () -> isInterrupted(bob));
  }

  private static boolean isInterrupted(Actor actor) {
    return actor.says(() -> Thread.currentThread().isInterrupted());
  }

  @Test
  void interruptOnLoss_releasedBefore_interruptsNobody() throws Exception {
    Actor alice = actor("alice");
    Hold hold = alice.says(() -> lock.acquire(AcquireOptions.defaults().interruptOnLoss()));
    hold.close();
    Hold next = lock.acquire();
    next.onLost(causes::add);
    assertThat(others.forceUnlock()).isTrue();
    assertThat(nextCause()).isEqualTo(LossCause.FORCED);
    assertThat(isInterrupted(alice)).isFalse();
    assertThatThrownBy(next::close).isInstanceOf(LeaseLostException.class);
  }
}
