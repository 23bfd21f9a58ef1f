package io.holdfast.lock.core.engine;

import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.ArrayList;
import java.util.List;

/** An owner that has what it asked for. */
record Owner(Monitor monitor, List<String> told) implements AcquisitionListener {

  Owner(Monitor monitor) {
    this(monitor, new ArrayList<>());
  }

  @Override
  public void acquired(Acquisition acquisition) {
    told.add("acquired");
  }

  @Override
  public void wanted(Acquisition acquisition) {
    told.add("wanted");
  }

  @Override
  public void queued(Acquisition acquisition) {}

  @Override
  public void heldByAnother(Acquisition acquisition) {}

  @Override
  public boolean failed(Acquisition acquisition, ServerFailure failure) {
    return true;
  }

  @Override
  public void lost(Acquisition acquisition, LossCause cause) {}

  @Override
  public void notHeld(Acquisition acquisition) {}

  @Override
  public void renewed(Acquisition acquisition) {}

  @Override
  public boolean ownerIsAlive(Acquisition acquisition) {
    return true;
  }
}
