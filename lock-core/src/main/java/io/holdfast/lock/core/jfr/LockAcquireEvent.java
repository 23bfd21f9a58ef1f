package io.holdfast.lock.core.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** Somebody asked for a lock, for permits, or for a latch. */
@Name("io.holdfast.LockAcquire")
@Label("Lock Acquire")
@Category("Holdfast")
@Description("An attempt to acquire a lock, permits or a latch, with the time it took")
@Threshold("10 ms")
final class LockAcquireEvent extends Event {

  @Label("Lock")
  String lock = "";

  @Label("Kind")
  String kind = "";

  @Label("Client")
  String client = "";

  @Label("Outcome")
  @Description("acquired, granted (a semaphore or latch), or why not")
  String outcome = "";

  @Label("Fencing Token")
  @Description("Of the hold; 0 if there is none")
  long token;

  void ended(Source source, String lockName, String howItEnded, long tokenOfHold) {
    end();
    if (shouldCommit()) {
      kind = source.kind();
      lock = lockName;
      client = source.client();
      outcome = howItEnded;
      token = tokenOfHold;
      commit();
    }
  }
}
