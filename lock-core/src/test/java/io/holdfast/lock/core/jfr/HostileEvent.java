package io.holdfast.lock.core.jfr;

/**
 * Takes the place of an event in a {@link SecondCore}: always recorded, and at each step the test
 * decides what happens.
 */
@SuppressWarnings("unused") // it is called by the name of the event
final class HostileEvent {

  HostileEvent() {
    Steps.at("new");
  }

  boolean isEnabled() {
    return true;
  }

  void begin() {
    Steps.at("begin");
  }

  void end() {
    Steps.at("end");
  }

  void ended(Source source, String lockName, String howItEnded, long tokenOfHold) {
    Steps.at("ended");
  }

  void tell(Source source, String lockName, long tokenOfHold, String why, long sinceRenewalNanos) {
    Steps.at("tell");
  }

  void tell(String labelOfClient, String which, String address, String newState, String why) {
    Steps.at("connection");
  }
}
