package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** The requests of one kind of lock that are nobody's turn: looking, and taking away by force. */
public interface Administration {

  /**
   * What the server knows of a lock.
   *
   * @param tickets how many are queued
   * @param holder the sole holder
   * @param sharers who holds it together with others
   * @param size of how many permits; 0 if that is not known, or not counted
   */
  record State(int tickets, Optional<Holder> holder, List<Holder> sharers, long size) {

    /** The same, for callers that ask about sharers: the holder is the one that lasts longest. */
    public State ofSharers() {
      return new State(tickets, sharers.stream().findFirst(), sharers, size);
    }
  }

  /**
   * Who holds a lock.
   *
   * @param id the acquisition
   * @param firstToken the first token of its block
   * @param millisLeft how long the server keeps it without hearing from the client
   */
  record Holder(String id, long firstToken, long millisLeft) {}

  /**
   * Numbers that nobody owns.
   *
   * @param tickets how many are queued; 0 if that was not asked
   * @param isThere whether anybody has used it yet
   * @param size how many there are altogether, or were at first
   * @param left how many there are now
   */
  record Count(int tickets, boolean isThere, long size, long left) {}

  /**
   * What a change has come to.
   *
   * @param isThere whether what it was meant for is there; if not, nothing was changed
   * @param size how many there are altogether, or were at first; 0 if that is not told
   * @param left how many there are now; 0 if that is not told
   * @param drained what a drain took, which tells no numbers besides
   * @param incarnation the number of what is there, or of the last deletion; 0 if that is not told
   * @param goneMillis how long ago the last deletion was, or for how long that for which a change
   *     was meant has been gone; empty if that is not known, or not told
   */
  record Changed(
      boolean isThere,
      long size,
      long left,
      Optional<Drained> drained,
      long incarnation,
      OptionalLong goneMillis) {}

  /**
   * What a drain took.
   *
   * @param permits how many; below zero if it gave as many
   * @param incarnation the number of the semaphore that they are of
   */
  record Drained(long permits, long incarnation) {}

  /** Looks. */
  void inspect(LockKeys keys, Consumer<Outcome<State>> then);

  /** Looks for all that may stand in a caller's way, of whatever role. */
  void inspectAll(LockKeys keys, Consumer<Outcome<State>> then);

  /** Counts what this kind counts. */
  void count(LockKeys keys, Consumer<Outcome<Count>> then);

  /** Changes what can be changed of this kind. */
  void change(LockKeys keys, ChangeRequest request, Consumer<Outcome<Changed>> then);

  /**
   * A deletion.
   *
   * @param wasThere whether there was anything
   * @param incarnation its number
   */
  record Deletion(boolean wasThere, long incarnation) {}

  /** Deletes what nobody owns. */
  void delete(LockKeys keys, Consumer<Outcome<Deletion>> then);

  /** What the server is told, and asked, of blocked threads. */
  BlockedVerbs blocked();

  /** Takes the lock away; the answer is whether anybody had it. */
  void force(LockKeys keys, Consumer<Outcome<Boolean>> then);

  /**
   * Takes away what this acquisition has, and nothing from anybody else; the answer is whether it
   * had anything.
   */
  void forceOut(LockKeys keys, String id, Consumer<Outcome<Boolean>> then);
}
