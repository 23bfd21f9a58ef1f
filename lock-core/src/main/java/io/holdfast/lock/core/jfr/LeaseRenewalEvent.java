package io.holdfast.lock.core.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The watchdog renewed leases. */
@Name("io.holdfast.LeaseRenewal")
@Label("Lease Renewal")
@Category("Holdfast")
@Description("A batch of leases that the watchdog renewed: of one kind, in a cluster of one slot")
@Enabled(false)
@StackTrace(false)
final class LeaseRenewalEvent extends Event implements RenewalSpan {

  @Label("Count")
  @Description("Of how many leases")
  int count;

  @Label("Outcome")
  @Description("ok, refused, or unknown if no answer came")
  String outcome = "";

  private transient boolean isTold; // no field of the event

  @Override
  public void ended(int ofHowMany, String howItEnded) {
    if (isTold) {
      return;
    }
    isTold = true;
    try {
      end();
      if (shouldCommit()) {
        count = ofHowMany;
        outcome = howItEnded;
        commit();
      }
    } catch (RuntimeException | Error e) {
      Unrecorded.because(e);
    }
  }
}
