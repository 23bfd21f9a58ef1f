package io.holdfast.lock.core.verbs;

import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.engine.ConditionVerbs;
import io.holdfast.lock.core.engine.Renewal;
import io.holdfast.lock.core.engine.RollCall;
import io.holdfast.lock.core.engine.StrayVerbs;
import io.holdfast.lock.core.engine.Verbs;
import io.holdfast.lock.core.inbox.InboxMessage;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * Reads the replies of the scripts: an array, the status word first. Scripts that are called for
 * each free lock answer one number, which costs the server less.
 */
final class Replies {

  private static final long NO_ECHO = -1; // where an answer tells more behind it
  private static final int OTHERS = 3; // where the ids begin in the reply of disown

  static final Verbs.Released RELEASED = new Verbs.Released(true, Optional.empty());
  private static final Verbs.Released NOT_HELD = new Verbs.Released(false, Optional.empty());

  private Replies() {}

  static AskReply ask(List<Object> reply, int from) {
    if (reply.get(from) instanceof Long token) {
      return AskReply.Acquired.thin(token);
    }
    String word = word(reply, from);
    return switch (word) {
      case "ACQUIRED" ->
          new AskReply.Acquired(
              number(reply, from + 1),
              number(reply, from + 2),
              number(reply, from + 3) > 0,
              detail(reply, from + 4));
      case "QUEUED" ->
          new AskReply.Queued(
              number(reply, from + 1),
              number(reply, from + 2),
              number(reply, from + 3),
              reply.size() > from + 4 && number(reply, from + 4) != NO_ECHO
                  ? OptionalLong.of(number(reply, from + 4))
                  : OptionalLong.empty(),
              detail(reply, from + 5));
      case "HELD" ->
          new AskReply.Held(
              number(reply, from + 1), word(reply, from + 2), detail(reply, from + 3));
      case "DEAD" -> new AskReply.Dead();
      case "GONE" -> new AskReply.Gone();
      default -> throw unknown(reply);
    };
  }

  private static Optional<String> detail(List<Object> reply, int index) {
    return reply.size() > index ? Optional.of(word(reply, index)) : Optional.empty();
  }

  static Verbs.Released released(List<Object> reply) {
    Verbs.Released alone =
        switch (word(reply, 0)) {
          case "RELEASED" -> RELEASED;
          case "NOT_HELD" -> NOT_HELD;
          default -> throw unknown(reply);
        };
    return reply.size() > 1
        ? new Verbs.Released(alone.wasHeld(), Optional.of(ask(reply, 1)))
        : alone;
  }

  static boolean isOne(List<Object> reply) {
    return Long.valueOf(1).equals(reply.get(0));
  }

  static List<Renewal.Answer> renewed(List<Object> reply) {
    Renewal.Answer[] answers = Renewal.Answer.values();
    return reply.stream().map(item -> answers[((Long) item).intValue()]).toList();
  }

  static RollCall.Answer roll(List<Object> reply) {
    return new RollCall.Answer(
        number(reply, 0),
        number(reply, 1),
        number(reply, 2),
        (int) number(reply, 3),
        number(reply, 4),
        reply.size() > 5 ? Optional.of(holder(reply, word(reply, 5))) : Optional.empty());
  }

  /** Of what several have at a time. */
  static RollCall.Answer rollOfMany(List<Object> reply) {
    return new RollCall.Answer(
        number(reply, 0),
        number(reply, 1),
        number(reply, 2),
        (int) number(reply, 3),
        number(reply, 4),
        Optional.empty(),
        IntStream.range(5, reply.size()).mapToObj(i -> number(reply, i)).toList());
  }

  private static RollCall.Holder holder(List<Object> reply, String id) {
    return new RollCall.Holder(
        id,
        InboxMessage.Granted.of(
            id, number(reply, 6), number(reply, 7), number(reply, 8), number(reply, 9) > 0, 0, 0));
  }

  static StrayVerbs.Others others(List<Object> reply) {
    int holding = (int) number(reply, 2);
    List<String> ids =
        IntStream.range(OTHERS, reply.size()).mapToObj(at -> word(reply, at)).toList();
    return new StrayVerbs.Others(
        (int) number(reply, 0),
        word(reply, 1),
        ids.subList(0, holding),
        ids.subList(holding, ids.size()));
  }

  static ConditionVerbs.Unparked unparked(List<Object> reply) {
    boolean wasParked =
        switch (word(reply, 0)) {
          case "PARKED" -> true;
          case "SIGNALLED" -> false;
          default -> throw unknown(reply);
        };
    return new ConditionVerbs.Unparked(wasParked, ask(reply, 1));
  }

  static Optional<Boolean> signalled(List<Object> reply) {
    return switch (word(reply, 0)) {
      case "SIGNALLED" -> Optional.of(number(reply, 1) > 0);
      case "GONE" -> Optional.empty();
      default -> throw unknown(reply);
    };
  }

  static Administration.State state(List<Object> reply) {
    int tickets = (int) number(reply, 1);
    return switch (word(reply, 0)) {
      case "FREE" ->
          new Administration.State(
              tickets, Optional.empty(), sharers(reply), reply.size() > 3 ? number(reply, 3) : 0);
      case "HELD" ->
          new Administration.State(tickets, Optional.of(holder(reply, 2)), sharers(reply), 0);
      default -> throw unknown(reply);
    };
  }

  static Administration.Count count(List<Object> reply) {
    return new Administration.Count(
        (int) number(reply, 1), number(reply, 2) > 0, number(reply, 3), number(reply, 4));
  }

  static Administration.Changed changed(List<Object> reply) {
    return new Administration.Changed(
        isThere(reply),
        number(reply, 1),
        number(reply, 0),
        Optional.empty(),
        incarnation(reply),
        goneMillis(reply));
  }

  /** Of a drain, which tells what it took, and of which semaphore, in place of the numbers. */
  static Administration.Changed drained(List<Object> reply) {
    return new Administration.Changed(
        isThere(reply),
        0,
        0,
        Optional.of(new Administration.Drained(number(reply, 0), number(reply, 1))),
        incarnation(reply),
        goneMillis(reply));
  }

  private static boolean isThere(List<Object> reply) {
    return number(reply, 2) > 0;
  }

  private static long incarnation(List<Object> reply) {
    return reply.size() > 3 ? number(reply, 3) : 0;
  }

  private static OptionalLong goneMillis(List<Object> reply) {
    return reply.size() > 4 && number(reply, 4) >= 0
        ? OptionalLong.of(number(reply, 4))
        : OptionalLong.empty();
  }

  static Administration.Deletion deleted(List<Object> reply) {
    return new Administration.Deletion(word(reply, 0).equals("FORCED"), number(reply, 1));
  }

  private static List<Administration.Holder> sharers(List<Object> reply) {
    return IntStream.iterate(5, at -> at < reply.size(), at -> at + 3)
        .mapToObj(at -> holder(reply, at))
        .toList();
  }

  private static Administration.Holder holder(List<Object> reply, int at) {
    return new Administration.Holder(word(reply, at), number(reply, at + 1), number(reply, at + 2));
  }

  static String word(List<Object> reply, int index) {
    return (String) reply.get(index);
  }

  private static long number(List<Object> reply, int index) {
    return (Long) reply.get(index);
  }

  private static IllegalStateException unknown(List<Object> reply) {
    return new IllegalStateException("unexpected reply to a script: " + reply);
  }
}
