package io.holdfast.lock.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code holdfast completion}. */
@Command(
    name = "completion",
    description =
        "Prints a script by which a shell completes the commands and options of holdfast.",
    sortOptions = false,
    footer = {
      "",
      "Exit status:",
      "    0  done",
      "   64  the command line is wrong",
      "",
      "Examples:",
      "  source <(holdfast completion bash)    # in ~/.bashrc",
      "  source <(holdfast completion zsh)     # in ~/.zshrc",
      "  holdfast completion bash > ~/.local/share/bash-completion/completions/holdfast",
    })
public final class CompletionCommand implements Callable<Integer> {

  private static final String HEADER =
      "autoload -Uz compinit bashcompinit && compinit && bashcompinit";

  /** The shells; what is printed differs in what is loaded first. */
  enum Shell {
    BASH,
    ZSH
  }

  /** As they are typed. */
  static final class ShellWords extends LowerCase {

    private static final long serialVersionUID = 1;

    ShellWords() {
      super(Shell.values());
    }
  }

  private final Terminal terminal;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "1",
      paramLabel = "SHELL",
      completionCandidates = ShellWords.class,
      description = "bash or zsh.")
  private Shell shell = Shell.BASH;

  /** For {@link Holdfast}. */
  CompletionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    CommandLine root = spec.root().commandLine();
    if (shell == Shell.ZSH) {
      terminal.out().println(HEADER);
    }
    terminal.out().println(AutoComplete.bash(root.getCommandName(), root));
    return ExitStatus.OK;
  }
}
