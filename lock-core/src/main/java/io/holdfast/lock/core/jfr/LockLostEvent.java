package io.holdfast.lock.core.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A hold was lost before it was released. */
@Name("io.holdfast.LockLost")
@Label("Lock Lost")
@Category("Holdfast")
@Description("A lock or permits were lost before their owner released them")
@StackTrace(false)
final class LockLostEvent extends Event {

  @Label("Lock")
  String lock = "";

  @Label("Kind")
  String kind = "";

  @Label("Client")
  String client = "";

  @Label("Fencing Token")
  long token;

  @Label("Cause")
  @Description("As io.holdfast.lock.LossCause has it, in lower case")
  String cause = "";

  @Label("Since Renewal")
  @Description("Since the client sent the last request that the server answered with a new expiry")
  @Timespan(Timespan.NANOSECONDS)
  long sinceRenewal;

  void tell(Source source, String lockName, long tokenOfHold, String why, long sinceRenewalNanos) {
    kind = source.kind();
    lock = lockName;
    client = source.client();
    token = tokenOfHold;
    cause = why;
    sinceRenewal = sinceRenewalNanos;
    commit();
  }
}
