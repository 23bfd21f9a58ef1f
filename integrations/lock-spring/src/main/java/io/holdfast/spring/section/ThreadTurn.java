package io.holdfast.spring.section;

import io.holdfast.lock.CriticalSection;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.spring.OnLoss;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The work of a thread under its locks, and what came of it. Used by one thread, once. */
final class ThreadTurn implements CriticalSection<Boolean, RuntimeException> {

  private static final Logger log = LoggerFactory.getLogger(Section.class);

  private final Wanted wanted;
  private final OnLoss onLoss;
  private final Work work;

  private @Nullable LossWatch watch;
  private @Nullable Object result;
  private @Nullable Throwable thrown;

  ThreadTurn(Wanted wanted, OnLoss onLoss, Work work) {
    this.wanted = wanted;
    this.onLoss = onLoss;
    this.work = work;
  }

  /** What the work throws is kept, so that it cannot be taken for what unlocking throws. */
  @Override
  public Boolean run() {
    SortedMap<String, Hold> holds = wanted.holdsOfThread();
    LossWatch begun = LossWatch.begin(holds.values(), onLoss == OnLoss.INTERRUPT);
    watch = begun;
    try {
      result = Frame.ofThread(wanted, holds).run(work);
    } catch (Throwable e) {
      thrown = e;
    } finally {
      begun.end();
    }
    return true;
  }

  boolean hasBegun() {
    return watch != null;
  }

  /** Unlocking went well. */
  @Nullable Object outcome() throws Throwable {
    if (thrown != null) {
      throw thrown;
    }
    return result;
  }

  /** Unlocking threw this. */
  @Nullable Object outcome(RuntimeException unlocking) throws Throwable {
    LeaseLostException loss = watch == null ? null : watch.loss(unlocking);
    if (loss == null) {
      throw thrown == null ? unlocking : Losses.join(thrown, unlocking);
    }
    if (onLoss == OnLoss.LOG) {
      log.warn("{}; the work went on until its end", loss.getMessage());
      return outcome();
    }
    throw thrown == null ? loss : Losses.with(loss, thrown);
  }
}
