package consumer;

import java.io.File;
import java.io.IOException;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Loads the classes of the jars that it is given, and prints of how many each jar had all that they name above them. */
public final class Load {

  private Load() {}

  public static void main(String[] jars) throws IOException {
    for (String path : jars) {
      try (JarFile jar = new JarFile(path)) {
        long[] loaded = {0, 0};
        classes(jar).forEach(name -> loaded[isLoaded(name) ? 0 : 1]++);
        System.out.printf("%s %d %d%n", new File(path).getName(), loaded[0], loaded[1]);
      }
    }
  }

  private static Stream<String> classes(JarFile jar) {
    return jar.stream()
        .map(entry -> entry.getName())
        .filter(name -> name.endsWith(".class") && !name.endsWith("-info.class"))
        .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'));
  }

  private static boolean isLoaded(String name) {
    try {
      Class.forName(name, false, Load.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | NoClassDefFoundError needsWhatOnlyTheApplicationHas) {
      return false;
    }
  }
}
