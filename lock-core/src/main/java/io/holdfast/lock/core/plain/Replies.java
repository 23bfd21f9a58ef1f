package io.holdfast.lock.core.plain;

import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.engine.Renewal;
import io.holdfast.lock.core.engine.Verbs;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the replies of the scripts: an array, the status word first. */
final class Replies {

  private Replies() {}

  static AskReply ask(List<Object> reply, int from) {
    String word = word(reply, from);
    return switch (word) {
      case "ACQUIRED" ->
          new AskReply.Acquired(
              number(reply, from + 1), number(reply, from + 2), number(reply, from + 3) > 0);
      case "QUEUED" ->
          new AskReply.Queued(
              number(reply, from + 1),
              number(reply, from + 2),
              number(reply, from + 3),
              reply.size() > from + 4
                  ? OptionalLong.of(number(reply, from + 4))
                  : OptionalLong.empty());
      case "HELD" -> new AskReply.Held(number(reply, from + 1), word(reply, from + 2));
      case "DEAD" -> new AskReply.Dead();
      default -> throw unknown(reply);
    };
  }

  static Verbs.Released released(List<Object> reply) {
    boolean wasHeld =
        switch (word(reply, 0)) {
          case "RELEASED" -> true;
          case "NOT_HELD" -> false;
          default -> throw unknown(reply);
        };
    return new Verbs.Released(
        wasHeld, reply.size() > 1 ? Optional.of(ask(reply, 1)) : Optional.empty());
  }

  static List<Renewal.Answer> renewed(List<Object> reply) {
    Renewal.Answer[] answers = Renewal.Answer.values();
    return reply.stream().map(item -> answers[((Long) item).intValue()]).toList();
  }

  static Administration.State state(List<Object> reply) {
    int tickets = (int) number(reply, 1);
    return switch (word(reply, 0)) {
      case "FREE" -> new Administration.State(tickets, Optional.empty());
      case "HELD" ->
          new Administration.State(
              tickets,
              Optional.of(
                  new Administration.Holder(word(reply, 2), number(reply, 3), number(reply, 4))));
      default -> throw unknown(reply);
    };
  }

  static String word(List<Object> reply, int index) {
    return (String) reply.get(index);
  }

  private static long number(List<Object> reply, int index) {
    return (Long) reply.get(index);
  }

  private static IllegalStateException unknown(List<Object> reply) {
    return new IllegalStateException("the server answered what no script of ours says: " + reply);
  }
}
