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
@Description("One request of the watchdog that renews leases of one kind")
@Enabled(false)
@StackTrace(false)
final class LeaseRenewalEvent extends Event implements RenewalSpan {

  @Label("Count")
  @Description("Of how many leases")
  int count;

  @Label("Answered")
  boolean answered;

  @Override
  public void ended(int ofHowMany, boolean isAnswered) {
    end();
    if (shouldCommit()) {
      count = ofHowMany;
      answered = isAnswered;
      commit();
    }
  }
}
