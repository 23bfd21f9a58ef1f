package io.holdfast.lock.core.jfr;

/** From the request that renews leases to its answer. */
public interface RenewalSpan {

  /**
   * It ends now. Only the first call counts; calls come one after the other.
   *
   * @param count of how many leases
   * @param outcome how, as {@code RequestEvent.Outcome} has it
   */
  void ended(int count, String outcome);
}
