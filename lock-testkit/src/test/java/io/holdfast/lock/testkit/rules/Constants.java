package io.holdfast.lock.testkit.rules;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is known of lengths of time without compiling: {@code Duration.ofSeconds(2)}, a variable or
 * a field with such a value, or one of a class above. What cannot be told is empty, or a sum as
 * large as what can be told of it.
 */
final class Constants {

  private static final Map<String, ChronoUnit> FACTORIES =
      Map.of(
          "ofNanos", ChronoUnit.NANOS,
          "ofMillis", ChronoUnit.MILLIS,
          "ofSeconds", ChronoUnit.SECONDS,
          "ofMinutes", ChronoUnit.MINUTES,
          "ofHours", ChronoUnit.HOURS);

  /**
   * Where an expression stands.
   *
   * @param type the outermost class
   * @param locals what the variables of the method begin with
   */
  record Scope(String type, Map<String, ExpressionTree> locals) {}

  /**
   * What a class says.
   *
   * @param above the class above it
   * @param values what its fields begin with
   * @param measuring its methods that look at a clock and return what they saw
   * @param given what is assigned to variables, or put into what they hold
   * @param parameters the names of each method's parameters, by its name and their number
   */
  private record Names(
      @Nullable String above,
      Map<String, ExpressionTree> values,
      Set<String> measuring,
      Map<String, List<ExpressionTree>> given,
      Map<String, List<String>> parameters) {}

  /** Methods by which something is put into what a variable holds. */
  private static final Set<String> GIVING =
      Set.of("add", "addAndGet", "accumulateAndGet", "set", "put", "offer", "complete");

  private final Map<String, Names> names = new HashMap<>(); // by class

  /** Reads the fields of a file's classes; a class within another sees its fields too. */
  void read(CompilationUnitTree file) {
    for (Tree type : file.getTypeDecls()) {
      if (type instanceof ClassTree declared) {
        Map<String, ExpressionTree> values = new HashMap<>();
        Set<String> measuring = new HashSet<>();
        Map<String, List<ExpressionTree>> given = new HashMap<>();
        Map<String, List<String>> parameters = new HashMap<>();
        new TreeScanner<@Nullable Void, @Nullable Void>() {
          @Override
          public @Nullable Void visitClass(ClassTree inner, @Nullable Void unused) {
            inner.getMembers().forEach(member -> put(values, member));
            return super.visitClass(inner, null);
          }

          @Override
          public @Nullable Void visitMethod(MethodTree method, @Nullable Void unused) {
            if (measures(method)) {
              measuring.add(method.getName().toString());
            }
            parameters.put(
                signature(method.getName(), method.getParameters()),
                method.getParameters().stream().map(it -> it.getName().toString()).toList());
            return super.visitMethod(method, null);
          }

          @Override
          public @Nullable Void visitAssignment(AssignmentTree assignment, @Nullable Void unused) {
            give(assignment.getVariable(), assignment.getExpression());
            return super.visitAssignment(assignment, null);
          }

          @Override
          public @Nullable Void visitMethodInvocation(
              MethodInvocationTree call, @Nullable Void unused) {
            if (call.getMethodSelect() instanceof MemberSelectTree select
                && GIVING.contains(select.getIdentifier().toString())) {
              call.getArguments().forEach(argument -> give(select.getExpression(), argument));
            }
            return super.visitMethodInvocation(call, null);
          }

          private void give(ExpressionTree to, ExpressionTree what) {
            String variable = to.toString().replaceAll(".*\\.", "");
            given.computeIfAbsent(variable, key -> new ArrayList<>()).add(what);
          }
        }.scan(declared, null);
        names.put(
            declared.getSimpleName().toString(),
            new Names(
                above(declared),
                Map.copyOf(values),
                Set.copyOf(measuring),
                Map.copyOf(given),
                Map.copyOf(parameters)));
      }
    }
  }

  /** What the variables of a method begin with. */
  static Map<String, ExpressionTree> locals(MethodTree method) {
    Map<String, ExpressionTree> values = new HashMap<>();
    new TreeScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitVariable(VariableTree variable, @Nullable Void unused) {
        put(values, variable);
        return super.visitVariable(variable, null);
      }
    }.scan(method, null);
    return values;
  }

  private static void put(Map<String, ExpressionTree> values, Tree member) {
    if (member instanceof VariableTree variable && variable.getInitializer() != null) {
      values.put(variable.getName().toString(), variable.getInitializer());
    }
  }

  private static boolean measures(MethodTree method) {
    String returned = String.valueOf(method.getReturnType());
    return (returned.equals("Duration") || returned.equals("long"))
        && String.valueOf(method.getBody()).contains("nanoTime()");
  }

  /** The class that this one extends. */
  static @Nullable String above(ClassTree declared) {
    Tree above = declared.getExtendsClause();
    return above == null ? null : above.toString().replaceAll("<.*", "");
  }

  /** What a variable begins with, as seen from here. */
  Optional<ExpressionTree> value(Scope scope, String variable) {
    ExpressionTree local = scope.locals().get(variable);
    return local != null
        ? Optional.of(local)
        : upwards(scope.type())
            .flatMap(here -> Stream.ofNullable(here.values().get(variable)))
            .findFirst();
  }

  private static String signature(CharSequence method, List<?> parameters) {
    return method + "/" + parameters.size();
  }

  /** What is given to a variable of this class, or of one above, after its beginning. */
  Stream<ExpressionTree> given(Scope scope, String variable) {
    return upwards(scope.type())
        .flatMap(here -> here.given().getOrDefault(variable, List.of()).stream());
  }

  /** The names of the parameters of a method of this class, or of one above; empty if unknown. */
  List<String> parameters(Scope scope, String method, List<?> arguments) {
    return upwards(scope.type())
        .map(here -> here.parameters().getOrDefault(signature(method, arguments), List.of()))
        .filter(names -> !names.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  /** Whether this is a method, as seen from here, that tells how long something took. */
  boolean measures(Scope scope, String method) {
    return upwards(scope.type()).anyMatch(here -> here.measuring().contains(method));
  }

  /** This class, and those above it. */
  private Stream<Names> upwards(String type) {
    return Stream.iterate(
        names.get(type),
        Objects::nonNull,
        here -> here.above() == null ? null : names.get(here.above()));
  }

  /** The length that these arguments have: a {@code Duration}, or a number and its unit. */
  Optional<Duration> length(Scope scope, List<? extends ExpressionTree> arguments) {
    if (arguments.size() >= 2) {
      Optional<Duration> timed = timed(arguments.get(0), arguments.get(1));
      if (timed.isPresent()) {
        return timed;
      }
    }
    return arguments.isEmpty() ? Optional.empty() : length(scope, arguments.get(0));
  }

  /** The length that this is. */
  Optional<Duration> length(Scope scope, ExpressionTree expression) {
    return length(scope, expression, 8);
  }

  /** How long {@code TimeUnit.SECONDS.sleep(1)} or {@code Thread.sleep(1)} takes. */
  Optional<Duration> slept(Scope scope, MethodInvocationTree sleep) {
    ExpressionTree time = sleep.getArguments().get(0);
    ExpressionTree receiver = ((MemberSelectTree) sleep.getMethodSelect()).getExpression();
    return timed(time, receiver).or(() -> length(scope, time));
  }

  private Optional<Duration> length(Scope scope, ExpressionTree expression, int depth) {
    if (depth == 0) {
      return Optional.empty();
    }
    if (expression instanceof IdentifierTree name) {
      return value(scope, name.getName().toString())
          .flatMap(value -> length(scope, value, depth - 1));
    }
    if (expression instanceof MemberSelectTree select
        && select.getExpression() instanceof IdentifierTree owner) {
      Scope other = new Scope(owner.getName().toString(), Map.of());
      return value(other, select.getIdentifier().toString())
          .flatMap(value -> length(other, value, depth - 1));
    }
    if (expression instanceof MethodInvocationTree call
        && call.getMethodSelect() instanceof MemberSelectTree select) {
      return length(scope, call, select, depth);
    }
    return Optional.empty();
  }

  private Optional<Duration> length(
      Scope scope, MethodInvocationTree call, MemberSelectTree select, int depth) {
    String method = select.getIdentifier().toString();
    if (select.getExpression().toString().equals("Duration") && FACTORIES.containsKey(method)) {
      return number(call.getArguments().get(0))
          .map(amount -> Duration.of(amount, FACTORIES.get(method)));
    }
    Optional<Duration> left = length(scope, select.getExpression(), depth - 1);
    if (call.getArguments().isEmpty()) {
      return method.equals("toMillis") || method.equals("toNanos") ? left : Optional.empty();
    }
    ExpressionTree argument = call.getArguments().get(0);
    return switch (method) {
      case "plus" -> {
        Optional<Duration> more = length(scope, argument, depth - 1);
        yield left.map(from -> from.plus(more.orElse(Duration.ZERO))).or(() -> more);
      }
      case "dividedBy" -> left.flatMap(from -> number(argument).map(from::dividedBy));
      case "multipliedBy" -> left.flatMap(from -> number(argument).map(from::multipliedBy));
      default -> Optional.empty();
    };
  }

  private static Optional<Duration> timed(ExpressionTree amount, ExpressionTree unit) {
    String name = unit.toString().replaceAll("^TimeUnit\\.", "");
    for (TimeUnit one : TimeUnit.values()) {
      if (one.name().equals(name)) {
        return number(amount).map(count -> Duration.of(count, one.toChronoUnit()));
      }
    }
    return Optional.empty();
  }

  private static Optional<Long> number(ExpressionTree expression) {
    return expression instanceof LiteralTree literal && literal.getValue() instanceof Number number
        ? Optional.of(number.longValue())
        : Optional.empty();
  }
}
