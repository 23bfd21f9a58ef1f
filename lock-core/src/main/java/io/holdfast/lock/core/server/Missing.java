package io.holdfast.lock.core.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a user or a server lacks, as a {@link Probe} has found out.
 *
 * @param rights commands that the user may not use, or not here
 * @param commands commands that the server does not know
 * @param version of the server; empty if it is not known
 * @param error of the first of them
 */
record Missing(List<String> rights, List<String> commands, String version, String error) {

  /** Each as some server says it; versions differ, and in a script it is said otherwise. */
  private static final List<String> OF_RIGHTS =
      List.of("noperm", "acl failure", "executing the script can't");

  private static final List<String> OF_COMMANDS =
      List.of("unknown command", "unknown redis command");

  /** Without this the scripts go on as in a cluster, where nobody is asked it. */
  private static final String WHO_LISTENS = "PUBSUB";

  /** Cheaper ones that scripts can do the work of. */
  private static final Set<String> NOT_NEEDED =
      Stream.concat(Stream.of(WHO_LISTENS), Stream.of(NativeDelete.values()).map(Enum::name))
          .collect(Collectors.toUnmodifiableSet());

  /** Whether the user may not ask the server who listens at an inbox. */
  static boolean isWhoListens(@Nullable List<Object> reply) {
    return reply != null && says(WHO_LISTENS, reply, OF_RIGHTS);
  }

  /** Whether this reply says that the command is not there, or not allowed. */
  static boolean isTold(String command, List<Object> reply) {
    return says(command, reply, OF_RIGHTS) || says(command, reply, OF_COMMANDS);
  }

  private static boolean says(String command, List<Object> reply, List<String> words) {
    return IntStream.range(0, reply.size() - 1)
        .anyMatch(
            i -> command.equals(reply.get(i)) && says(String.valueOf(reply.get(i + 1)), words));
  }

  /** What this reply, or this failure, says of what nobody can do without. */
  static Optional<Missing> in(
      String command, @Nullable List<Object> reply, @Nullable Throwable thrown) {
    if (reply == null) {
      String error = thrown == null ? "" : FailureReason.of(thrown);
      return in("", List.of(command, error));
    }
    return reply.isEmpty() // not an answer of our script
        ? Optional.empty()
        : in(String.valueOf(reply.get(0)), reply.subList(1, reply.size()));
  }

  private static Optional<Missing> in(String version, List<?> failed) {
    List<String> rights = new ArrayList<>();
    List<String> commands = new ArrayList<>();
    String first = "";
    for (int i = 0; i + 1 < failed.size(); i += 2) {
      String command = String.valueOf(failed.get(i));
      String error = String.valueOf(failed.get(i + 1));
      boolean isOfRights = says(error, OF_RIGHTS);
      if (NOT_NEEDED.contains(command)) {
        continue;
      }
      if (isOfRights || says(error, OF_COMMANDS)) { // other errors pass
        (isOfRights ? rights : commands).add(command);
        first = first.isEmpty() ? error : first;
      }
    }
    return first.isEmpty()
        ? Optional.empty()
        : Optional.of(new Missing(List.copyOf(rights), List.copyOf(commands), version, first));
  }

  private static boolean says(String error, List<String> words) {
    String lower = error.toLowerCase(Locale.ROOT);
    return words.stream().anyMatch(lower::contains);
  }

  /**
   * For people.
   *
   * @param prefix of the keys and channels that the user needs rights to
   */
  String describe(String prefix) {
    String ofRights =
        "the user lacks rights: %s, with access to keys '%s:*' and channels '%s:inbox:*'"
            .formatted(String.join(", ", rights), prefix, prefix);
    String ofCommands =
        "the server does not know %s: Holdfast needs Redis 6.2 or later, with no command renamed or disabled; this server reports %s"
            .formatted(String.join(", ", commands), version.isEmpty() ? "no version" : version);
    return "%s (%s)"
        .formatted(
            String.join(
                "; ",
                Stream.of(rights.isEmpty() ? "" : ofRights, commands.isEmpty() ? "" : ofCommands)
                    .filter(one -> !one.isEmpty())
                    .toList()),
            error);
  }
}
