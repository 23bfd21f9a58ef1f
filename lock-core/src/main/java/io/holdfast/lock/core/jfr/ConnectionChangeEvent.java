package io.holdfast.lock.core.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A connection of a client came up, or went down. */
@Name("io.holdfast.ConnectionChange")
@Label("Connection Change")
@Category("Holdfast")
@Description("A connection of a client came up, or went down")
@StackTrace(false)
final class ConnectionChangeEvent extends Event {

  @Label("Client")
  String client = "";

  @Label("Connection")
  @Description("commands, or inbox for messages")
  String connection = "";

  @Label("Server")
  String server = "";

  @Label("State")
  @Description("up or reopening")
  String state = "";

  @Label("Reason")
  @Description("Why it is not up")
  String reason = "";

  void tell(String labelOfClient, String which, String address, String newState, String why) {
    client = labelOfClient;
    connection = which;
    server = address;
    state = newState;
    reason = why;
    commit();
  }
}
