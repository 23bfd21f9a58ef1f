package io.holdfast.lock.contract;

/** A suite of faults, whatever it is that clients take and give back in it. */
interface FaultyWorld {

  /** The resource, and the network to break. */
  Faults faults();
}
