package io.holdfast.micrometer;

import io.holdfast.lock.LockKind;
import io.micrometer.observation.Observation;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is known of a section that is observed: from the call that asks for the lock to the end of
 * the hold, or of the attempt.
 *
 * <p>Fields change while the section goes on; a convention or a handler sees what is known by then.
 */
public final class SectionContext extends Observation.Context {

  /** How a section ended. */
  public enum Outcome {
    /** It has not. */
    OPEN("open"),
    /** By release. */
    RELEASED("released"),
    /** The hold was lost before. */
    LOST("lost"),
    /** The lock was another's, and the caller did not want to wait. */
    REFUSED("refused"),
    /** The time that the caller would wait was over. */
    TIMEOUT("timeout"),
    /** The waiting thread was interrupted, or the future cancelled. */
    INTERRUPTED("interrupted"),
    /** The server could not be asked, did not answer, or refused. */
    UNREACHABLE("unreachable"),
    /** The client is closed. */
    CLOSED("closed"),
    /** By something else, such as a call that is not allowed. */
    FAILED("failed");

    private final String text;

    Outcome(String text) {
      this.text = text;
    }

    /** One word for people and for tags, such as "released". */
    public String text() {
      return text;
    }
  }

  private final LockKind kind;
  private final String lockName;
  private final String lockTag;
  private final String owner;
  private volatile long token; // 0: none yet; written by the one that acquired
  private volatile Outcome outcome = Outcome.OPEN;

  SectionContext(LockKind kind, String lockName, String lockTag, String owner) {
    this.kind = kind;
    this.lockName = lockName;
    this.lockTag = lockTag;
    this.owner = owner;
  }

  /** Of lock. */
  public LockKind kind() {
    return kind;
  }

  /** As the application named it. */
  public String lockName() {
    return lockName;
  }

  /** One of a bounded number of values that stands for the name: {@link LockTags}. */
  public String lockTag() {
    return lockTag;
  }

  /** The thread that asked. */
  public String owner() {
    return owner;
  }

  /** Of the hold; empty until there is one. */
  public OptionalLong token() {
    long now = token;
    return now == 0 ? OptionalLong.empty() : OptionalLong.of(now);
  }

  /** Empty while the section goes on. */
  public Optional<Outcome> outcome() {
    return outcome == Outcome.OPEN ? Optional.empty() : Optional.of(outcome);
  }

  /** As a tag, which must always have a value. */
  String outcomeText() {
    return outcome.text();
  }

  void acquired(long newToken) {
    token = newToken;
  }

  void ended(Outcome how) {
    outcome = how;
  }
}
