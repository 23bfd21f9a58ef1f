package io.holdfast.lock.testkit.process;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A JVM to be started: immutable, every method returns a refined copy.
 *
 * @param main its main class
 * @param options of the JVM, such as {@code -Xmx64m}
 * @param arguments of the main class
 * @param environment variables in addition to this JVM's
 * @param first directories and jars that come before the class path
 */
public record JvmCommand(
    Class<?> main,
    List<String> options,
    List<String> arguments,
    Map<String, String> environment,
    List<Path> first) {

  /**
   * Properties that are passed on to JVMs, so that their clients connect as those of this JVM do.
   */
  private static final String SECURE = "holdfast.test.secure";

  /** Copies the collections. */
  public JvmCommand {
    options = List.copyOf(options);
    arguments = List.copyOf(arguments);
    environment = Map.copyOf(environment);
    first = List.copyOf(first);
  }

  /** A JVM without options and arguments. */
  public static JvmCommand of(Class<?> main) {
    return new JvmCommand(main, List.of(), List.of(), Map.of(), List.of());
  }

  /** With these options of the JVM instead. */
  public JvmCommand options(String... jvmOptions) {
    return new JvmCommand(main, List.of(jvmOptions), arguments, environment, first);
  }

  /** With these arguments instead. */
  public JvmCommand arguments(String... mainArguments) {
    return new JvmCommand(main, options, List.of(mainArguments), environment, first);
  }

  /** With one more environment variable. */
  public JvmCommand environment(String variable, String value) {
    Map<String, String> more = new LinkedHashMap<>(environment);
    more.put(variable, value);
    return new JvmCommand(main, options, arguments, more, first);
  }

  /** With these before the class path: what is there as well is found here. */
  public JvmCommand classPathFirst(Path... entries) {
    return new JvmCommand(main, options, arguments, environment, List.of(entries));
  }

  /**
   * Starts it: the same Java, the same class path (modules too are put on the class path), and,
   * unless its options say otherwise, the same compilers, garbage collector and pages of memory. It
   * reacts to SIGINT and SIGHUP even if this JVM was started to ignore them.
   */
  public JvmProcess start() {
    List<String> words = new ArrayList<>(IgnoredSignals.undoing());
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    System.getProperties().stringPropertyNames().stream()
        .filter(name -> name.startsWith(SECURE) || name.equals(ClassArchive.PROPERTY))
        .forEach(name -> words.add("-D" + name + "=" + System.getProperty(name)));
    words.addAll(inherited());
    List<String> entries = classPath();
    // What comes first is of few JVMs: no archive pays for them.
    Optional<ClassArchive> archive = first.isEmpty() ? ClassArchive.of(entries) : Optional.empty();
    Optional<ClassArchive.Use> use = archive.map(ClassArchive::next);
    use.ifPresent(its -> words.addAll(its.options()));
    words.addAll(options);
    words.add("-cp");
    words.add(String.join(File.pathSeparator, archive.map(ClassArchive::jars).orElse(entries)));
    words.add(main.getName());
    words.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().putAll(environment);
    JvmProcess jvm = JvmProcess.start(main.getSimpleName(), builder);
    use.flatMap(ClassArchive.Use::noted)
        .ifPresent(noted -> jvm.whenEnded(status -> archive.orElseThrow().ended(noted, status)));
    return jvm;
  }

  /**
   * What this JVM was told of its compilers, its garbage collector and its pages of memory, for a
   * JVM that a test starts by itself: a JVM that spares itself the second compiler spares it
   * others.
   */
  public static List<String> compilersAndMemory() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> isCollector(option) || isLevel(option) || isOfPages(option))
        .toList();
  }

  private List<String> inherited() {
    boolean hasCollector = options.stream().anyMatch(JvmCommand::isCollector); // two do not start
    return compilersAndMemory().stream()
        .filter(option -> !(hasCollector && isCollector(option)))
        .toList();
  }

  private static boolean isLevel(String option) {
    return option.startsWith("-XX:TieredStopAtLevel=");
  }

  private static boolean isOfPages(String option) {
    return option.endsWith("UseTransparentHugePages");
  }

  private static boolean isCollector(String option) {
    return option.matches("-XX:\\+Use\\w+GC");
  }

  /**
   * Where the main class is (a build tool may have patched it into a module), the class path, the
   * module path.
   */
  private List<String> classPath() {
    Set<String> entries = new LinkedHashSet<>();
    first.forEach(entry -> entries.add(entry.toString()));
    home(main).ifPresent(entries::add);
    for (String property : List.of("java.class.path", "jdk.module.path")) {
      for (String entry : System.getProperty(property, "").split(File.pathSeparator, -1)) {
        if (!entry.isEmpty()) {
          entries.add(entry);
        }
      }
    }
    return List.copyOf(entries);
  }

  /** The directory or jar that a class was loaded from. */
  private static Optional<String> home(Class<?> type) {
    String file = type.getName().replace('.', '/') + ".class";
    URL url = type.getResource("/" + file);
    if (url == null) {
      return Optional.empty();
    }
    String text = url.toString();
    String root = text.substring(0, text.length() - file.length());
    if (root.startsWith("jar:")) {
      root = root.substring("jar:".length(), root.lastIndexOf('!'));
    }
    return root.startsWith("file:")
        ? Optional.of(Path.of(URI.create(root)).toString())
        : Optional.empty();
  }
}
