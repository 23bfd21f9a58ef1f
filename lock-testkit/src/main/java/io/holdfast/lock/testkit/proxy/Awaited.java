package io.holdfast.lock.testkit.proxy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The commands of a connection that have no reply yet, in order. Of the proxy's thread. */
final class Awaited {

  private static final Set<String> SUBSCRIBING = Set.of("SUBSCRIBE", "PSUBSCRIBE", "SSUBSCRIBE");
  private static final Set<String> UNSUBSCRIBING =
      Set.of("UNSUBSCRIBE", "PUNSUBSCRIBE", "SUNSUBSCRIBE");
  private static final Set<String> MESSAGES = Set.of("MESSAGE", "PMESSAGE", "SMESSAGE");

  private final Deque<Question> questions = new ArrayDeque<>();

  /** A command and what is to be done with its reply. */
  static final class Question {
    private final String verb;
    private List<Armed> armed;
    private int repliesLeft;

    private Question(String verb, List<Armed> armed, int replies) {
      this.verb = verb;
      this.armed = armed;
      this.repliesLeft = replies;
    }

    /**
     * What is to be done with its first reply; said once. If there are several rules, the oldest.
     */
    Optional<Armed> takeArmed() {
      return takeAll().stream().findFirst();
    }

    private List<Armed> takeAll() {
      List<Armed> all = armed;
      armed = List.of();
      return all;
    }
  }

  static boolean subscribes(Frame command) {
    return SUBSCRIBING.contains(command.verb());
  }

  private static boolean isAboutChannels(String verb) {
    return SUBSCRIBING.contains(verb) || UNSUBSCRIBING.contains(verb);
  }

  void asked(Frame command, List<Armed> armed) {
    String verb = command.verb();
    int replies = isAboutChannels(verb) ? Math.max(1, command.elements() - 1) : 1;
    questions.add(new Question(verb, armed, replies));
  }

  /** The command this answers; empty if nobody asked for it: a published message, a push. */
  Optional<Question> answered(Frame reply, boolean hasSubscribed) {
    Question head = questions.peek();
    if (head == null || isMessage(reply, hasSubscribed, head)) {
      return Optional.empty();
    }
    head.repliesLeft--;
    if (head.repliesLeft == 0 || reply.type() == '-') {
      questions.remove();
    }
    return Optional.of(head);
  }

  /** What was to be done with replies that have not come; said once. */
  List<Armed> unanswered() {
    return questions.stream().flatMap(question -> question.takeAll().stream()).toList();
  }

  private static boolean isMessage(Frame reply, boolean hasSubscribed, Question head) {
    boolean mayBe = reply.type() == '>' || (reply.type() == '*' && hasSubscribed);
    if (!mayBe) {
      return false;
    }
    String first = reply.verb();
    if (isAboutChannels(first)) {
      return !first.equals(head.verb); // one more of an UNSUBSCRIBE that named no channel
    }
    return reply.type() == '>' || MESSAGES.contains(first);
  }
}
