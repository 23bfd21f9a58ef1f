package io.holdfast.lock.testkit.rules;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names of all tests and contracts; of a nested class, as in {@code Outer$Nested}. */
final class TestNames {

  private record Tests(Set<String> above, Set<String> methods) {}

  private final Map<String, Tests> known;

  private TestNames(Map<String, Tests> known) {
    this.known = known;
  }

  static TestNames all() throws IOException {
    Map<String, Tests> known = new HashMap<>();
    for (CompilationUnitTree file : Sources.parse(Sources.tests())) {
      for (Tree type : file.getTypeDecls()) {
        if (type instanceof ClassTree declared) {
          add(declared.getSimpleName().toString(), declared, known);
        }
      }
    }
    return new TestNames(known);
  }

  private static void add(String name, ClassTree declared, Map<String, Tests> known) {
    known
        .computeIfAbsent( // two modules may have one of a name
            name, unused -> new Tests(above(declared), new HashSet<>()))
        .methods()
        .addAll(methods(declared));
    for (Tree member : declared.getMembers()) {
      if (member instanceof ClassTree nested) {
        add(name + '$' + nested.getSimpleName(), nested, known);
      }
    }
  }

  /** What the class extends and implements. */
  private static Set<String> above(ClassTree declared) {
    Set<String> above = new HashSet<>();
    String extended = Constants.above(declared);
    if (extended != null) {
      above.add(extended.replace('.', '$')); // a class within another
    }
    declared.getImplementsClause().forEach(one -> above.add(one.toString().replaceAll("<.*", "")));
    return above;
  }

  private static Set<String> methods(ClassTree declared) {
    Set<String> methods = new HashSet<>();
    new TreeScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitMethod(MethodTree method, @Nullable Void unused) {
        methods.add(method.getName().toString());
        return null;
      }
    }.scan(declared, null);
    return methods;
  }

  /** Whether there is such a class, with that method if one is named: its own, or inherited. */
  boolean has(String type, @Nullable String method) {
    Tests tests = known.get(type);
    if (tests == null) {
      return false;
    }
    return method == null
        || tests.methods().contains(method)
        || tests.above().stream().anyMatch(above -> has(above, method));
  }
}
