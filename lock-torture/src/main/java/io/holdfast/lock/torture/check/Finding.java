package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.history.Event;
import java.util.List;

/**
 * Something that a check has to say.
 *
 * @param rule which rule is concerned
 * @param severity how bad it is
 * @param explanation for people: who, what, when, by how much
 * @param records what it is drawn from, oldest first; may be empty
 */
public record Finding(Rule rule, Severity severity, String explanation, List<Event> records) {

  /** Keeps a copy of the list. */
  public Finding {
    records = List.copyOf(records);
  }

  @Override
  public String toString() {
    return rule + ": " + explanation;
  }
}
