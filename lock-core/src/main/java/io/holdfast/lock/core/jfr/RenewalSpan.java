package io.holdfast.lock.core.jfr;

/** From the request that renews leases to its answer. */
public interface RenewalSpan {

  /**
   * It ends now.
   *
   * @param count of how many leases
   * @param isAnswered whether the server answered; each hold then knows whether it is still there
   */
  void ended(int count, boolean isAnswered);
}
