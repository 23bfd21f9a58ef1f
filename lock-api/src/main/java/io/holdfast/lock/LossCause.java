package io.holdfast.lock;

/** Why a hold ended before its owner released it. */
public enum LossCause {
  /**
   * Its validity ran out: the lease was fixed or capped, or the server could not be asked in time.
   */
  EXPIRED("its validity ran out"),
  /**
   * The server answered that the acquisition is not there any more: it expired there, was deleted
   * or evicted, or the server lost data.
   */
  GONE("the server no longer has it"),
  /** A client called {@link DistributedLock#forceUnlock()}. */
  FORCED("it was released by force"),
  /** The client was closed. */
  CLIENT_CLOSED("the client was closed"),
  /** The thread that owned it ended without releasing. */
  OWNER_DIED("the owning thread ended without releasing it");

  private final String text;

  LossCause(String text) {
    this.text = text;
  }

  /** Half a sentence for people, as in "lost: the client was closed". */
  public String text() {
    return text;
  }
}
