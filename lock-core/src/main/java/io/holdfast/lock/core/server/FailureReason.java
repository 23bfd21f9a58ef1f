package io.holdfast.lock.core.server;

import io.lettuce.core.RedisConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Why something failed, in a few words for people: of an exception and its causes. */
public final class FailureReason {

  private static final int DEEPEST = 20; // there are circles
  private static final int FEWEST_WORDS = 3;

  private FailureReason() {}

  /**
   * What the outermost exception says that says more than that something failed, with what lies
   * beneath all of them if that is news. What is wrong with a certificate is said in plain words
   * first.
   */
  public static String of(Throwable thrown) {
    List<Throwable> chain = chain(thrown);
    String said = said(chain);
    return TlsFailure.in(chain)
        .filter(words -> !said.contains(words))
        .map(words -> words + ": " + said)
        .orElse(said);
  }

  private static String said(List<Throwable> chain) {
    Throwable innermost = chain.get(chain.size() - 1);
    Optional<Throwable> telling = chain.stream().filter(FailureReason::tells).findFirst();
    if (telling.isEmpty()) {
      return chain.stream()
          .filter(RedisConnectionException.class::isInstance)
          .filter(one -> !messageOf(one).isEmpty())
          .map(one -> "%s (%s)".formatted(messageOf(one), nameOf(innermost)))
          .findFirst()
          .orElse(nameOf(innermost));
    }
    String text = sentence(telling.get());
    return text.contains(messageOf(innermost))
        ? text
        : "%s (%s: %s)".formatted(text, nameOf(innermost), messageOf(innermost));
  }

  /** What was thrown at first. */
  public static Throwable innermost(Throwable thrown) {
    List<Throwable> chain = chain(thrown);
    return chain.get(chain.size() - 1);
  }

  private static List<Throwable> chain(Throwable thrown) {
    List<Throwable> chain = new ArrayList<>();
    for (Throwable one = thrown; one != null && chain.size() < DEEPEST; one = one.getCause()) {
      chain.add(one);
    }
    return chain;
  }

  /** Whether it is not just there to wrap another. */
  private static boolean tells(Throwable thrown) {
    Throwable cause = thrown.getCause();
    boolean isWrapper =
        thrown instanceof ExecutionException
            || thrown instanceof CompletionException
            || thrown instanceof RedisConnectionException
            || (cause != null && messageOf(thrown).equals(cause.toString()));
    return !messageOf(thrown).isEmpty() && (cause == null || !isWrapper);
  }

  /** A word or two, such as the name of a host, say nothing alone. */
  private static String sentence(Throwable thrown) {
    String message = messageOf(thrown);
    return message.split("\\s+", -1).length < FEWEST_WORDS
        ? nameOf(thrown) + ": " + message
        : message;
  }

  private static String messageOf(Throwable thrown) {
    return Objects.requireNonNullElse(thrown.getMessage(), "").strip();
  }

  private static String nameOf(Throwable thrown) {
    Class<?> type = thrown.getClass();
    while (type.isAnonymousClass()) {
      type = type.getSuperclass();
    }
    return type.getSimpleName();
  }
}
