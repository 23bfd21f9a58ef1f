package io.holdfast.lock.core.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** Somebody had a lock or permits. */
@Name("io.holdfast.LockHold")
@Label("Lock Hold")
@Category("Holdfast")
@Description("The time for which a lock or permits were held")
@Threshold("10 ms")
@StackTrace(false)
final class LockHoldEvent extends Event {

  @Label("Lock")
  String lock = "";

  @Label("Kind")
  String kind = "";

  @Label("Client")
  String client = "";

  @Label("Outcome")
  @Description(
      "released, passed on (to another owner in this JVM), lost, or unacknowledged: released, and no"
          + " answer came")
  String outcome = "";

  @Label("Fencing Token")
  long token;

  /** It is over already. */
  void ended(Source source, String lockName, String howItEnded, long tokenOfHold) {
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
