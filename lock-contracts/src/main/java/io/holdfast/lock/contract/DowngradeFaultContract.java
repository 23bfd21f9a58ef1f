package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Direction;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.proxy.Side;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A writer downgrades, and its requests to the server are lost. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class DowngradeFaultContract extends ReaderFaultSuite {

  /** Writes, by the client behind the proxy, while another writer waits. */
  private record Scene(Actor owner, Actor next, CompletableFuture<?> writing) {}

  private Scene aWriterAndAnotherBehindIt() {
    Actor owner = holderOf(write);
    Actor next = actor("next");
    CompletableFuture<?> writing = queue(next, othersWrite);
    stays(Duration.ofMillis(50), "nothing under way", () -> !writing.isDone());
    return new Scene(owner, next, writing);
  }

  /**
   * It reads on; no writer of any client gets in before it has finished, and then the next one
   * does.
   */
  private void readsOnAndKeepsWritersOut(Scene scene, CompletableFuture<?>... alsoWriting) {
    assertThat(entries()).hasSize(1);
    stays(
        A_WHILE,
        "it reads, and nobody writes",
        () ->
            scene.owner.says(() -> read.currentHold().orElseThrow().isValid())
                && entries().size() == 1
                && !others.isWriteLocked()
                && !scene.writing.isDone()
                && List.of(alsoWriting).stream().noneMatch(CompletableFuture::isDone));
    scene.owner.does(read::unlock);
    assertThat(scene.writing).succeedsWithin(LIMIT);
    scene.next.does(othersWrite::unlock);
  }

  @Test
  @DisplayName("failure 1: the answer to a writer that reads too is lost")
  void readUnderWrite_answerLost_isAskedAgainAndIsOneEntry() {
    Scene scene = aWriterAndAnotherBehindIt();
    Rule cut = proxy.when(nextRequest()).cutInsteadOfReply(Cut.FIN);

    scene.owner.does(read::lock);

    awaitFired(cut);
    scene.owner.does(write::unlock);
    readsOnAndKeepsWritersOut(scene);
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 1: the question of a writer that reads too is lost")
  void readUnderWrite_questionLost_isAskedAgainBesideTheWriter() {
    Scene scene = aWriterAndAnotherBehindIt();
    Rule cut = proxy.when(nextRequest()).cutBefore(Cut.FIN);

    assertThat(scene.owner.starts(read::lock)).succeedsWithin(GIVEN_UP); // or it waits for itself

    awaitFired(cut);
    scene.owner.does(write::unlock);
    readsOnAndKeepsWritersOut(scene);
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 5: the answer to the write lock's release is lost under a read lock")
  void downgrade_answerToTheReleaseLost_readsOnAndKeepsWritersOut() {
    Scene scene = aWriterAndAnotherBehindIt();
    Actor local = actor("local");
    CompletableFuture<?> localWriting = local.starts(write::lock);
    local.awaitParked(localWriting);
    scene.owner.does(read::lock);

    try (ActiveFault silent = proxy.blackhole(Connections.verbs(), Direction.TO_CLIENT)) {
      scene.owner.does(write::unlock); // although its retries are not answered, either
    }

    readsOnAndKeepsWritersOut(scene, localWriting);
    Actor.ends(localWriting);
    local.does(write::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName(
      "failures 1 and 5: both answers are lost, and only a writer of the same client waits")
  void downgrade_bothAnswersLost_isNotPassedOnToTheNextWriterHere() {
    Actor owner = holderOf(write);
    Actor local = actor("local");
    CompletableFuture<?> writing = local.starts(write::lock);
    local.awaitParked(writing);
    Rule cut = proxy.when(nextRequest()).cutInsteadOfReply(Cut.FIN);
    owner.does(read::lock);
    awaitFired(cut);
    Rule cutAgain = proxy.when(nextRequest()).cutInsteadOfReply(Cut.FIN);

    owner.does(write::unlock);

    awaitFired(cutAgain);
    stays(
        A_WHILE,
        "it reads, and nobody writes",
        () -> entries().size() == 1 && !others.isWriteLocked() && !writing.isDone());
    owner.does(read::unlock);
    assertThat(writing).succeedsWithin(GIVEN_UP);
    local.does(write::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 5: the write lock's release arrives late, under a read lock")
  void downgrade_releaseArrivesAfterItsRepeat_changesNothing() throws Exception {
    Scene scene = aWriterAndAnotherBehindIt();
    scene.owner.does(read::lock);
    Rule late = proxy.when(nextRequest()).holdCommand();
    CompletableFuture<?> leaving = scene.owner.starts(write::unlock);
    late.awaitFired(AT_ONCE);
    proxy.cut(Connections.verbs(), Cut.RST, Side.CLIENT); // the server still sees it as open
    assertThat(leaving).succeedsWithin(LIMIT);
    within(GIVEN_UP).isTrue("released over a new connection", () -> !others.isWriteLocked());

    late.release();

    readsOnAndKeepsWritersOut(scene);
    awaitFreeAndUnwanted();
  }
}
