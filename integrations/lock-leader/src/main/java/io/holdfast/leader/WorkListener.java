package io.holdfast.leader;

/** Leads for as long as the work lasts. */
record WorkListener(LeaderWork work) implements LeaderListener {

  @Override
  public void granted(Leadership leadership) throws Exception {
    work.lead(leadership);
    leadership.resign();
  }
}
