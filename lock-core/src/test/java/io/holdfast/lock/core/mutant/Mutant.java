package io.holdfast.lock.core.mutant;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The engine, or a kind of lock, with one rule broken.
 *
 * @param patch the patch that breaks it
 * @param rule the rule, in a sentence
 * @param killers the tests of which at least one has to fail
 */
record Mutant(Path patch, String rule, List<String> killers) {

  private static final String RULE = "Rule: ";
  private static final String KILLER = "Killed by: ";
  private static final String FILE = "+++ b/";
  private static final String JAVA = "/src/main/java/";
  private static final String RESOURCES = "/src/main/resources/";

  /** All that lie in this directory. */
  static List<Mutant> in(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".patch"))
          .sorted()
          .map(Mutant::of)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Mutant of(Path patch) {
    List<String> killers = startingWith(patch, KILLER);
    List<String> rules = startingWith(patch, RULE);
    if (rules.size() != 1 || killers.isEmpty()) {
      throw new IllegalStateException(
          patch + ": begins with one line 'Rule: …', and lines 'Killed by: …'");
    }
    return new Mutant(patch, rules.get(0), killers);
  }

  private static List<String> startingWith(Path patch, String prefix) {
    try (Stream<String> lines = Files.lines(patch)) {
      return lines
          .filter(line -> line.startsWith(prefix))
          .map(line -> line.substring(prefix.length()).strip())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String name() {
    return patch.getFileName().toString().replace(".patch", "");
  }

  /**
   * Applies the patch.
   *
   * @param project where the modules are
   * @param work an empty directory
   * @return the place of the classes and scripts that differ
   */
  Path build(Path project, Path work) throws IOException, InterruptedException {
    List<String> files = startingWith(patch, FILE);
    for (String file : files) {
      Path copy = work.resolve(file);
      Files.createDirectories(copy.getParent());
      Files.copy(project.resolve(file), copy);
    }
    apply(work);
    Path classes = Files.createDirectory(work.resolve("classes"));
    compile(
        files.stream().filter(file -> file.contains(JAVA)).map(work::resolve).toList(), classes);
    for (String file : files) {
      int resource = file.indexOf(RESOURCES);
      if (resource >= 0) {
        Path target = classes.resolve(file.substring(resource + RESOURCES.length()));
        Files.createDirectories(target.getParent());
        Files.copy(work.resolve(file), target);
      }
    }
    return classes;
  }

  private void apply(Path work) throws IOException, InterruptedException {
    Process git =
        new ProcessBuilder("git", "apply", "-C1", patch.toAbsolutePath().toString())
            .directory(work.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (git.waitFor() != 0) {
      throw new IllegalStateException(
          "%s does not fit any more; mend it: %s".formatted(patch.getFileName(), said));
    }
  }

  private void compile(List<Path> sources, Path classes) throws IOException {
    if (sources.isEmpty()) {
      return;
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of(
              "--release",
              "17",
              "-proc:none",
              "-Xlint:none",
              "-d",
              classes.toString(),
              "-cp",
              System.getProperty("java.class.path"));
      boolean isCompiled =
          compiler
              .getTask(
                  null,
                  manager,
                  diagnostics,
                  options,
                  null,
                  manager.getJavaFileObjectsFromPaths(sources))
              .call();
      if (!isCompiled) {
        throw new IllegalStateException(patch.getFileName() + ": " + diagnostics.getDiagnostics());
      }
    }
  }
}
