package io.holdfast.lock.cli;

import io.holdfast.lock.LockServerException;
import io.lettuce.core.RedisException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Tells a failure in one sentence, and as an exit status. */
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {

  private final Holdfast options;
  private final Terminal terminal;

  Failures(Holdfast options, Terminal terminal) {
    this.options = options;
    this.terminal = terminal;
  }

  @Override
  public int handleParseException(ParameterException thrown, String[] arguments) {
    terminal.say(sentence(thrown, arguments));
    String help = thrown.getCommandLine().getCommandSpec().qualifiedName() + " --help";
    terminal.err().println("Try '" + help + "'.");
    return ExitStatus.USAGE;
  }

  /**
   * What is wrong with the command line, without what may be a password: a word that was not
   * expected may be half of a URI that was not quoted for the shell.
   */
  private static String sentence(ParameterException thrown, String[] arguments) {
    String message = String.valueOf(thrown.getMessage());
    if (!message.contains(TextConverter.ADVICE)) {
      for (int i = 0; i < arguments.length; i++) {
        if (!TextConverter.isReadable(arguments[i])) { // whatever else is wrong with it
          return "word %s of the command line %s".formatted(i + 1, TextConverter.ADVICE);
        }
      }
    }
    if (thrown.getCause() instanceof RedisUriConverter.NoUri) {
      return message;
    }
    if (thrown instanceof UnmatchedArgumentException unmatched
        && Arrays.stream(arguments).anyMatch(Failures::mayHoldASecret)) {
      return "word %s of the command line is not expected; it is not shown, as there may be a password in it"
          .formatted(Arrays.asList(arguments).indexOf(unmatched.getUnmatched().get(0)) + 1);
    }
    if (!mayHoldASecret(message)) {
      return message;
    }
    return thrown.getArgSpec() instanceof OptionSpec option
        ? "Invalid value for option '%s'; it is not shown, as there may be a password in it"
            .formatted(option.longestName())
        : "The command line is wrong; it is not shown, as there may be a password in it";
  }

  private static boolean mayHoldASecret(String text) {
    return text.contains("://") || text.contains("@");
  }

  @Override
  public int handleExecutionException(
      Exception thrown, CommandLine commandLine, ParseResult parsed) {
    if (options.wantsStackTrace()) {
      thrown.printStackTrace(terminal.err());
    }
    if (thrown instanceof UsageException) {
      terminal.say(String.valueOf(thrown.getMessage()));
      return ExitStatus.USAGE;
    }
    if (thrown instanceof LockServerException || thrown instanceof RedisException) {
      terminal.say(sentence(thrown));
      return ExitStatus.UNAVAILABLE;
    }
    if (thrown instanceof IllegalStateException || thrown instanceof IllegalArgumentException) {
      terminal.say(firstLine(thrown));
      return ExitStatus.SOFTWARE;
    }
    terminal.say("internal error: " + thrown + " (--stacktrace shows where)");
    return ExitStatus.SOFTWARE;
  }

  /** What the server or the connection said, and what that most likely means. */
  static String sentence(Throwable thrown) {
    String message = firstLine(thrown);
    String likely = "";
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      String text = Objects.requireNonNullElse(t.getMessage(), "");
      if (text.contains("WRONGPASS") || text.contains("invalid password")) {
        likely = "wrong user or password in the URI?";
      } else if (text.contains("NOAUTH")) {
        likely = "the server wants a password: redis://:password@host";
      } else if (text.contains("without any password configured")) {
        likely = "the URI has a password, the server has none";
      } else if (text.contains("NOPERM")) {
        likely = "the user may not use these keys, channels or commands";
      } else if (text.contains("MOVED ")) {
        likely = "a node of a Redis Cluster? add --cluster";
      } else if (text.contains("cluster support disabled")) {
        likely = "not a cluster: leave --cluster out";
      } else if (text.contains("Connection refused")) {
        likely = "is the server running there?";
      } else if (t instanceof UnknownHostException) {
        likely = "is the host's name right?";
      }
    }
    return likely.isEmpty() ? message : message + " (" + likely + ")";
  }

  private static String firstLine(Throwable thrown) {
    String message = Objects.requireNonNullElse(thrown.getMessage(), thrown.toString());
    return message.lines().findFirst().orElse(message);
  }
}
