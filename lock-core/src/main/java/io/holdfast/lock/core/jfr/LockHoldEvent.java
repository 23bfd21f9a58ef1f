package io.holdfast.lock.core.jfr;

import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** Somebody had a lock or permits. */
@Name("io.holdfast.LockHold")
@Label("Lock Hold")
@Category("Holdfast")
@Description("The time for which a lock or permits were held")
@Threshold("10 ms")
final class LockHoldEvent extends Event implements HoldSpan {

  @Label("Lock")
  String lock = "";

  @Label("Kind")
  String kind = "";

  @Label("Client")
  String client = "";

  @Label("Outcome")
  @Description("released, passed on (to another owner in this JVM), or lost")
  String outcome = "";

  @Label("Fencing Token")
  long token;

  // Not fields of the event. A loss may be told at the same time as a release.
  private final transient AtomicBoolean isOver = new AtomicBoolean();
  private final transient AtomicBoolean isTold = new AtomicBoolean();

  @Override
  public void over() {
    if (isOver.compareAndSet(false, true)) {
      end();
    }
  }

  @Override
  public void ended(Subject subject, String howItEnded, long tokenOfHold) {
    over();
    if (isTold.compareAndSet(false, true) && shouldCommit()) {
      kind = subject.kind();
      lock = subject.lock();
      client = subject.client();
      outcome = howItEnded;
      token = tokenOfHold;
      commit();
    }
  }
}
