package io.holdfast.lock.core.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A request went to the server. */
@Name("io.holdfast.ServerCall")
@Label("Server Call")
@Category("Holdfast")
@Description("A request to the server, from sending it to reading its answer")
@Threshold("20 ms")
@StackTrace(false)
final class ServerCallEvent extends Event implements CallSpan {

  @Label("Client")
  String client = "";

  @Label("Script")
  String script = "";

  @Label("Outcome")
  @Description("ok, refused, or unknown if no answer came")
  String outcome = "";

  @Override
  public void ended(String labelOfClient, String scriptOfCall, String howItEnded) {
    try {
      end();
      if (shouldCommit()) {
        client = labelOfClient;
        script = scriptOfCall;
        outcome = howItEnded;
        commit();
      }
    } catch (RuntimeException | Error e) {
      Unrecorded.because(e);
    }
  }
}
