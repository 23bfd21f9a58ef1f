package io.holdfast.spring.boot;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A fence of Java on a page, as a class that javac can compile: a subclass of the preamble, with
 * the sample as its members, or as the body of its method {@code run}.
 *
 * @param page its path from the root of the project
 * @param line of the fence's first line, which is none of the sample
 * @param text the lines of the sample
 * @param name the class that it becomes
 */
record Sample(String page, int line, List<String> text, String name) {

  static final String PACKAGE = "samples";

  private static final Pattern MEMBER =
      Pattern.compile(
          "@.*|((final|public|abstract) )*(class|interface|record|enum) .*"
              + "|((public|private|static) )*[\\w<>]+ \\w+\\(.*\\)( throws [\\w, ]+)? \\{.*");

  /** Whether it can be run: it has statements, and no members. */
  boolean hasStatements() {
    return text.stream().noneMatch(line -> MEMBER.matcher(line).matches());
  }

  /** All before the sample is on the first line, so the sample begins on the second. */
  String source(String imports) {
    String own = text.stream().filter(Sample::isImport).collect(Collectors.joining(" "));
    String front =
        "package %s; %s %s final class %s extends Preamble { %s(String uri) throws Exception { super(uri); } "
            .formatted(PACKAGE, withoutThoseOf(text, imports), own, name, name);
    String body =
        text.stream()
            .map(line -> isImport(line) ? "" : line.replace("…", ""))
            .map(line -> line.replace("\"redis://localhost\"", "uri"))
            .collect(Collectors.joining("\n"));
    return hasStatements()
        ? front + "public void run() throws Exception {\n" + body + "\n}}\n"
        : front + "\n" + body + "\n}\n";
  }

  /** Where a line of the source is on the page. */
  String place(long sourceLine) {
    return page + ':' + (line + sourceLine - 1);
  }

  /** The names of {@code imports}, one a line, as declarations. */
  static String imports(String names) {
    return Arrays.stream(names.strip().split("\n", -1))
        .map("import %s;"::formatted)
        .collect(Collectors.joining(" "));
  }

  /** Without what the sample imports itself by the same simple name. */
  private static String withoutThoseOf(List<String> text, String imports) {
    String left = imports;
    for (String line : text) {
      if (isImport(line)) {
        String simpleName = line.substring(line.lastIndexOf('.') + 1);
        left = left.replaceAll("import [\\w.]+\\." + Pattern.quote(simpleName), "");
      }
    }
    return left;
  }

  private static boolean isImport(String line) {
    return line.startsWith("import ");
  }
}
