package io.holdfast.lock.core.jfr;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What could not be recorded. The lock goes on. */
final class Unrecorded {

  private static final Logger LOG = LoggerFactory.getLogger(Unrecorded.class);

  private Unrecorded() {}

  /** It is needed where there may be no room to load it: near the end of a stack. */
  static void load() {
    LOG.trace("Loaded");
  }

  static void because(Throwable thrown) {
    try {
      LOG.warn("An event could not be recorded", thrown);
    } catch (RuntimeException | Error e) { // such as at the end of the stack
      // nothing is left to be done
    }
  }
}
