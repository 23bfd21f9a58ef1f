package io.holdfast.lock.core.jfr;

/** From the moment when a request is sent to that in which its answer is read. */
public interface CallSpan {

  /**
   * It ends now.
   *
   * @param client the label of the client
   * @param script what was to be run
   * @param outcome answered or not, as {@code RequestEvent.Outcome} has it
   */
  void ended(String client, String script, String outcome);
}
