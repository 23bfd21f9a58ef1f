package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The samples of all pages that people read, compiled together. */
final class SamplePages {

  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  /** Modules that samples use, and that this one does not depend on: compiled from their source. */
  private static final List<String> BESIDES =
      List.of(
          "lock-contracts",
          "lock-torture",
          "integrations/lock-shedlock",
          "integrations/lock-migrate",
          "integrations/lock-reactor",
          "integrations/holdfast-spring-boot-starter-test");

  private SamplePages() {}

  /** The samples, page by page, from the top. */
  static List<Sample> all() throws IOException {
    List<Sample> samples = new ArrayList<>();
    for (Path page : pages()) {
      addSamples(page, samples);
    }
    return samples;
  }

  /** Compiles them into this directory; returns the errors, with page and line. */
  static List<String> compile(List<Sample> samples, Path directory) throws IOException {
    String imports = Sample.imports(resource("imports.txt"));
    Path sources = Files.createDirectories(directory.resolve("src/" + Sample.PACKAGE));
    List<Path> files = new ArrayList<>();
    files.add(write(sources.resolve("Preamble.java"), resource("Preamble.java.txt")));
    for (Sample sample : samples) {
      files.add(write(sources.resolve(sample.name() + ".java"), sample.source(imports)));
    }
    DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
    try (StandardJavaFileManager manager =
        COMPILER.getStandardFileManager(said, null, StandardCharsets.UTF_8)) {
      COMPILER
          .getTask(
              null,
              manager,
              said,
              options(directory),
              null,
              manager.getJavaFileObjects(files.toArray(Path[]::new)))
          .call();
    }
    return said.getDiagnostics().stream()
        .filter(one -> one.getKind() == Diagnostic.Kind.ERROR)
        .map(one -> describe(one, samples))
        .toList();
  }

  private static List<String> options(Path directory) throws IOException {
    Path besides = directory.resolve("besides");
    for (String module : BESIDES) {
      copyPackages(root().resolve(module).resolve("src/main/java"), besides);
    }
    return List.of(
        "-proc:none",
        "-implicit:class",
        "-nowarn",
        "-cp",
        Objects.requireNonNull(System.getProperty("java.class.path")),
        "-sourcepath",
        besides.toString(),
        "-d",
        directory.toString());
  }

  /** All but the module-info, which would make a module of the samples. */
  private static void copyPackages(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from.resolve("io"))) {
      for (Path path : all.toList()) {
        Path copy = to.resolve(from.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(path, copy);
        }
      }
    }
  }

  private static String describe(Diagnostic<? extends JavaFileObject> said, List<Sample> samples) {
    String file = said.getSource() == null ? "" : said.getSource().getName();
    String place =
        samples.stream()
            .filter(sample -> file.endsWith('/' + sample.name() + ".java"))
            .findFirst()
            .map(sample -> sample.place(said.getLineNumber()))
            .orElse(file + ':' + said.getLineNumber());
    return place + ": " + said.getMessage(null);
  }

  private static List<Path> pages() throws IOException {
    Path root = root();
    List<Path> pages = new ArrayList<>(List.of(root.resolve("README.md")));
    for (String directory : List.of("", "integrations", "docs", "docs/moving")) {
      try (Stream<Path> there = Files.list(root.resolve(directory))) {
        there
            .map(path -> directory.startsWith("docs") ? path : path.resolve("README.md"))
            .filter(path -> path.toString().endsWith(".md") && Files.isRegularFile(path))
            .sorted()
            .forEach(pages::add);
      }
    }
    return pages;
  }

  private static void addSamples(Path page, List<Sample> samples) throws IOException {
    List<String> lines = Files.readAllLines(page);
    int fence = -1;
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("```java")) {
        fence = i;
      } else if (fence >= 0 && lines.get(i).equals("```")) {
        String path = root().relativize(page).toString();
        String name = "Sample" + (samples.size() + 1);
        samples.add(new Sample(path, fence + 1, lines.subList(fence + 1, i), name));
        fence = -1;
      }
    }
  }

  private static Path root() {
    Path here = Path.of("").toAbsolutePath();
    Path root =
        here.endsWith("holdfast-spring-boot")
            ? Objects.requireNonNull(Objects.requireNonNull(here.getParent()).getParent())
            : here;
    assertThat(root.resolve("docs")).as("the pages").isDirectory();
    return root;
  }

  private static Path write(Path file, String text) throws IOException {
    return Files.writeString(file, text);
  }

  private static String resource(String name) throws IOException {
    try (InputStream stream =
        Objects.requireNonNull(SamplePages.class.getResourceAsStream("/samples/" + name))) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
