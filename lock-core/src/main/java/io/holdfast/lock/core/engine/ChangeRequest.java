package io.holdfast.lock.core.engine;

import java.util.OptionalLong;

/**
 * A request that changes a number which nobody owns: done once, however often it is sent.
 *
 * @param id by which the server knows it again: {@code clientId:number}
 * @param change what it does
 * @param declared what the number is if nobody has said so before
 * @param doneWith the numbers of requests of this client that the server need not remember
 * @param told the number of what it is meant for, if known: of permits that are given, that of
 *     which they were taken; otherwise what the server told last
 */
public record ChangeRequest(
    String id, Change change, long declared, String doneWith, OptionalLong told)
    implements ToBeAcknowledged {

  /** For people. */
  @Override
  public String toString() {
    return "change %s with the id %s".formatted(change, id);
  }
}
