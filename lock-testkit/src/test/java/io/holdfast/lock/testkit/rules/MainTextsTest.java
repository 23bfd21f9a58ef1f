package io.holdfast.lock.testkit.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.holdfast.lock.testkit.rules.Sources.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Main code writes numbers with the digits 0 to 9, whatever the locale: {@code %s}, which does not
 * ask for it, or {@code Locale.ROOT}. The modules' main code is read as it is written.
 */
class MainTextsTest {

  /** Conversions that take the digits of the locale. */
  private static final Pattern LOCALIZED = Pattern.compile("%[-#+0,(]*[0-9]*(\\.[0-9]+)?[dfeEgG]");

  @Test
  @DisplayName("failure 100: the default locale has digits of its own")
  void messages_inMain_doNotTakeDigitsFromTheLocale() throws IOException {
    List<Text> files = Sources.main();
    assertThat(files).as("files of main code").hasSizeGreaterThan(100);

    assertThat(breaches(files)).isEmpty();
  }

  @Test
  void rule_broken_isSeen() throws IOException {
    String text =
        """
        class Sample {
          String one() { return "%d of 9".formatted(1); }
          String two() { return String.format("%s took %5.1f s", 1, 2.0); }
          String good() { return String.format(Locale.ROOT, "%,d" + "%.1f", 1, 2.0); }
          String better() { return "%s ms, 100 %, %s".formatted(1, 2); }
        }
        """;
    assertThat(breaches(List.of(new Text("Sample.java", text))))
        .containsExactly("Sample.java: %d of 9", "Sample.java: %s took %5.1f s");
  }

  private static List<String> breaches(List<Text> files) throws IOException {
    List<String> breaches = new ArrayList<>();
    for (CompilationUnitTree unit : Sources.parse(files)) {
      new Finder(unit, breaches).scan(unit, null);
    }
    return breaches;
  }

  private static final class Finder extends TreePathScanner<Void, Void> {

    private final CompilationUnitTree unit;
    private final List<String> breaches;

    Finder(CompilationUnitTree unit, List<String> breaches) {
      this.unit = unit;
      this.breaches = breaches;
    }

    @Override
    public Void visitLiteral(LiteralTree literal, Void nothing) {
      if (literal.getValue() instanceof String text
          && LOCALIZED.matcher(text).find()
          && !isRoot(getCurrentPath())) {
        String file = unit.getSourceFile().getName();
        breaches.add(file.substring(file.lastIndexOf('/') + 1) + ": " + text);
      }
      return super.visitLiteral(literal, null);
    }

    /** Whether it is an argument of a call whose first argument is Locale.ROOT. */
    private static boolean isRoot(TreePath path) {
      for (TreePath above = path; above != null; above = above.getParentPath()) {
        Tree leaf = above.getLeaf();
        if (leaf instanceof MethodInvocationTree call) {
          List<? extends ExpressionTree> arguments = call.getArguments();
          return !arguments.isEmpty() && arguments.get(0).toString().endsWith("Locale.ROOT");
        }
      }
      return false;
    }
  }
}
