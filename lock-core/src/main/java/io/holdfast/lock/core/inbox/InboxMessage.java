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
          InboxMessage.number(id), firstToken, lastToken, millis, othersWait, runUntil, arrival);
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
    String[] words = text.split(" ", -1);
    try {
      return switch (words[0]) {
        case "echo" -> Optional.of(new Echo());
        case "wanted" -> Optional.of(new Wanted(number(words[1])));
        case "lost" -> Optional.of(new Lost(number(words[1])));
        case "granted" ->
            Optional.of(
                Granted.of(
                    words[1],
                    Long.parseLong(words[2]),
                    Long.parseLong(words[3]),
                    Long.parseLong(words[4]),
                    Long.parseLong(words[5]) > 0,
                    words.length > 7 ? Long.parseLong(words[6]) : 0,
                    words.length > 7 ? Long.parseLong(words[7]) : 0));
        default -> Optional.empty();
      };
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  /** The second part of {@code clientId:number:claim[:condition]}. */
  private static long number(String id) {
    String[] parts = id.split(":", -1);
    return Long.parseLong(parts[1]);
  }
}
