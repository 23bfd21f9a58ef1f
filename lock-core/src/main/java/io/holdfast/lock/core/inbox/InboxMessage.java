package io.holdfast.lock.core.inbox;

import java.util.Optional;

/** What the scripts publish to an inbox. */
public sealed interface InboxMessage {

  /** Our own re-assertion, heard by ourselves: the inbox works. */
  record Echo() implements InboxMessage {}

  /**
   * A ticket was made the holder.
   *
   * @param number which acquisition of this client
   * @param firstToken first of its block of tokens
   * @param lastToken last of its block of tokens
   * @param millis how long the server keeps it without hearing from us
   * @param othersWait whether other tickets are queued
   * @param runUntil the tickets at the head of the queue up to this arrival number are all of this
   *     client; 0 if there are none, or if that was not asked for
   * @param arrival its own arrival number; 0 if that was not asked for
   */
  record Granted(
      long number,
      long firstToken,
      long lastToken,
      long millis,
      boolean othersWait,
      long runUntil,
      long arrival)
      implements InboxMessage {

    /** The same for the acquisition of this id. */
    public static Granted of(
        String id,
        long firstToken,
        long lastToken,
        long millis,
        boolean othersWait,
        long runUntil,
        long arrival) {
      return new Granted(
          numberOf(id), firstToken, lastToken, millis, othersWait, runUntil, arrival);
    }
  }

  /**
   * Another client queued behind the holder.
   *
   * @param number which acquisition of this client
   */
  record Wanted(long number) implements InboxMessage {}

  /**
   * The hold was taken away by force.
   *
   * @param number which acquisition of this client
   */
  record Lost(long number) implements InboxMessage {}

  /** Reads a message; empty if it is none of ours, as anybody may publish. */
  static Optional<InboxMessage> parse(String text) {
    Words words = new Words(text);
    try {
      return switch (words.next()) {
        case "echo" -> Optional.of(new Echo());
        case "wanted" -> Optional.of(new Wanted(words.nextId()));
        case "lost" -> Optional.of(new Lost(words.nextId()));
        case "granted" ->
            Optional.of(
                new Granted(
                    words.nextId(),
                    words.nextNumber(),
                    words.nextNumber(),
                    words.nextNumber(),
                    words.nextNumber() > 0,
                    words.nextNumberIfAny(),
                    words.nextNumberIfAny()));
        default -> Optional.empty();
      };
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  /**
   * Of a message that grants: the acquisition and the first key of its lock, if it tells that.
   *
   * @param text a message that was read before
   */
  static void unclaimed(String text, Unclaimed unclaimed) {
    Words words = new Words(text);
    words.next();
    String id = words.next();
    words.skip(6); // its numbers
    if (words.hasMore()) {
      unclaimed.granted(id, words.rest());
    }
  }

  /** The number of an acquisition: the second part of {@code clientId:number:claim[:condition]}. */
  static long numberOf(String id) {
    return new Words(id).nextId();
  }
}
