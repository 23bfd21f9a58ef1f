package io.holdfast.lock.testkit.rules;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The tests and the main code of all modules as they are written, parsed and no more. */
final class Sources {

  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
  private static final String CONTRACTS = "lock-contracts/src/main/java";

  private Sources() {}

  /** The directory of the whole project: the working directory, or one above it. */
  static Path root() {
    Path here = Path.of("").toAbsolutePath();
    for (Path root = here; root != null; root = root.getParent()) {
      if (Files.isDirectory(root.resolve("lock-core/src/test"))) {
        return root;
      }
    }
    throw new AssertionError("the project's modules are not above " + here);
  }

  /** The tests of all modules, and the contracts. */
  static List<Text> tests() throws IOException {
    Path root = root();
    Path contracts = root.resolve(CONTRACTS);
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(file -> file.toString().endsWith(".java"))
          .filter(file -> file.toString().contains("/src/test/") || file.startsWith(contracts))
          .sorted()
          .map(file -> Text.of(root, file))
          .toList();
    }
  }

  /** The main code of all modules of locks, but the contracts, which are tests. */
  static List<Text> main() throws IOException {
    Path root = root();
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(file -> file.toString().endsWith(".java"))
          .filter(file -> root.relativize(file).toString().matches("lock-[^/]+/src/main/.*"))
          .filter(file -> !file.startsWith(root.resolve(CONTRACTS)))
          .sorted()
          .map(file -> Text.of(root, file))
          .toList();
    }
  }

  /** What these say. */
  static List<CompilationUnitTree> parse(List<Text> files) throws IOException {
    try (StandardJavaFileManager manager = COMPILER.getStandardFileManager(null, null, null)) {
      List<CompilationUnitTree> units = new ArrayList<>();
      task(manager, files).parse().forEach(units::add);
      return units;
    }
  }

  private static JavacTask task(StandardJavaFileManager manager, List<Text> files) {
    return (JavacTask) COMPILER.getTask(null, manager, null, List.of("-proc:none"), null, files);
  }

  /** Where things stand in files that were parsed, by whatever task. */
  static SourcePositions positions() throws IOException {
    try (StandardJavaFileManager manager = COMPILER.getStandardFileManager(null, null, null)) {
      return Trees.instance(task(manager, List.of(new Text("Any.java", "class Any {}"))))
          .getSourcePositions();
    }
  }

  /** A file, or what might be one. */
  static final class Text extends SimpleJavaFileObject {

    private final String text;

    Text(String name, String text) {
      super(URI.create("string:///" + name), Kind.SOURCE);
      this.text = text;
    }

    private static Text of(Path root, Path file) {
      try {
        return new Text(root.relativize(file).toString(), Files.readString(file));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
