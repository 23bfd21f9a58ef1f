package io.holdfast.lock.testkit.rules;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import io.holdfast.lock.Lease;
import io.holdfast.lock.testkit.rules.Constants.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads one file for what does not keep the rules, but for what is tagged {@code timing}. */
final class Reader extends TreeScanner<@Nullable Void, @Nullable Void> {

  private static final Duration LEAST_LEASE = Duration.ofSeconds(2);
  private static final Duration LEAST_LIMIT = Duration.ofSeconds(10);

  private static final Duration LEAST_BOUND = Duration.ofMinutes(1);

  private static final Pattern SLEEPS = Pattern.compile("(Thread|(TimeUnit\\.)?[A-Z]+S)\\.sleep");
  private static final Pattern LEASE_NAMES =
      Pattern.compile("lease|claim(Lease)?|([A-Z_]+_)?(LEASE|CLAIM)");
  private static final Set<String> LEASES =
      Set.of("lease", "claimLease", "fixed", "renewed", "lock", "extend");
  private static final Set<String> LIMITS = Set.of("within", "succeedsWithin", "failsWithin");
  private static final Set<String> UPPER_BOUNDS =
      Set.of("isLessThan", "isLessThanOrEqualTo", "isBetween", "isStrictlyBetween", "isCloseTo");

  private final CompilationUnitTree file;
  private final String path;
  private final boolean hasServer;
  private final boolean isOfLimits; // a test of limits themselves: they are to be reached
  private final SourcePositions positions;
  private final Constants constants;
  private final List<Breach> breaches = new ArrayList<>();
  private Scope scope = new Scope("", Map.of());

  Reader(CompilationUnitTree file, String path, SourcePositions positions, Constants constants) {
    this.file = file;
    this.path = path;
    this.hasServer = !path.matches(".*(Test|/Simulated\\w+)\\.java");
    this.isOfLimits = path.endsWith("/EventuallyTest.java");
    this.positions = positions;
    this.constants = constants;
  }

  List<Breach> breaches() {
    scan(file, null);
    return breaches;
  }

  @Override
  public @Nullable Void visitClass(ClassTree declared, @Nullable Void unused) {
    if (isAboutTime(declared.getModifiers())) {
      return null;
    }
    if (scope.type().isEmpty()) {
      scope = new Scope(declared.getSimpleName().toString(), Map.of());
    }
    return super.visitClass(declared, null);
  }

  @Override
  public @Nullable Void visitMethod(MethodTree method, @Nullable Void unused) {
    if (isAboutTime(method.getModifiers())) {
      return null;
    }
    Scope outer = scope;
    Map<String, ExpressionTree> locals = new HashMap<>(outer.locals());
    locals.putAll(Constants.locals(method));
    scope = new Scope(outer.type(), locals);
    super.visitMethod(method, null);
    scope = outer;
    return null;
  }

  private static boolean isAboutTime(ModifiersTree modifiers) {
    return modifiers.getAnnotations().stream()
        .map(AnnotationTree::toString)
        .anyMatch(text -> text.contains("Tag(") && text.contains("\"timing\""));
  }

  @Override
  public @Nullable Void visitNewClass(NewClassTree made, @Nullable Void unused) {
    if (made.getIdentifier().toString().endsWith("Pace")) {
      lease(made, made.getArguments());
    }
    return super.visitNewClass(made, null);
  }

  @Override
  public @Nullable Void visitVariable(VariableTree variable, @Nullable Void unused) {
    if (LEASE_NAMES.matcher(variable.getName()).matches() && variable.getInitializer() != null) {
      lease(variable, List.of(variable.getInitializer()));
    }
    return super.visitVariable(variable, null);
  }

  @Override
  public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void unused) {
    String method = name(call);
    if (SLEEPS.matcher(call.getMethodSelect().toString()).matches()) {
      sleep(call);
    } else if (LEASES.contains(method)) {
      lease(call, call.getArguments());
    } else if (LIMITS.contains(method)) {
      limit(call);
    } else if (UPPER_BOUNDS.contains(method)) {
      bound(call);
    } else if (call.getMethodSelect() instanceof IdentifierTree) {
      leaseOfAHelper(call, method);
    }
    return super.visitMethodInvocation(call, null);
  }

  /** A process that only lives until it is killed may sleep for a minute: nobody waits for that. */
  private void sleep(MethodInvocationTree call) {
    if (constants.slept(scope, call).filter(it -> it.compareTo(LEAST_BOUND) >= 0).isEmpty()) {
      breach(call, "a sleep");
    }
  }

  private void lease(Tree place, List<? extends ExpressionTree> arguments) {
    constants
        .length(scope, arguments)
        .filter(length -> hasServer && length.compareTo(LEAST_LEASE) < 0)
        .filter(length -> length.compareTo(Lease.MINIMUM) >= 0) // what is refused never begins
        .ifPresent(length -> breach(place, "a lease of " + length.toMillis() + " ms"));
  }

  /** A lease that is a parameter of one of the test's own methods. */
  private void leaseOfAHelper(MethodInvocationTree call, String method) {
    List<String> parameters = constants.parameters(scope, method, call.getArguments());
    for (int i = 0; i < parameters.size(); i++) {
      if (LEASE_NAMES.matcher(parameters.get(i)).matches()) {
        lease(call, List.of(call.getArguments().get(i)));
      }
    }
  }

  private void limit(MethodInvocationTree call) {
    constants
        .length(scope, call.getArguments())
        .filter(length -> !isOfLimits && length.compareTo(LEAST_LIMIT) < 0)
        .ifPresent(length -> breach(call, "a limit of " + length.toMillis() + " ms"));
  }

  private void bound(MethodInvocationTree call) {
    ExpressionTree most = call.getArguments().get(call.getArguments().size() - 1);
    if (call.getMethodSelect() instanceof MemberSelectTree select
        && subject(select.getExpression()).filter(it -> isTaken(it, 4)).isPresent()
        && constants.length(scope, most).filter(it -> it.compareTo(LEAST_BOUND) >= 0).isEmpty()) {
      breach(call, "an upper bound on elapsed time of less than a minute");
    }
  }

  /** What is looked at, in {@code assertThat(subject).as("…").isPositive()}. */
  private static Optional<ExpressionTree> subject(ExpressionTree assertion) {
    if (!(assertion instanceof MethodInvocationTree call)) {
      return Optional.empty();
    }
    if (name(call).equals("assertThat")) {
      return Optional.of(call.getArguments().get(0));
    }
    return call.getMethodSelect() instanceof MemberSelectTree select
        ? subject(select.getExpression())
        : Optional.empty();
  }

  /** Whether this is computed from a clock. */
  private boolean isTaken(ExpressionTree subject, int depth) {
    Set<String> names = names(subject);
    if (names.contains("nanoTime")
        || names.stream().anyMatch(name -> constants.measures(scope, name))) {
      return true;
    }
    return depth > 0
        && names.stream()
            .flatMap(
                name ->
                    Stream.concat(
                        constants.value(scope, name).stream(), constants.given(scope, name)))
            .anyMatch(value -> isTaken(value, depth - 1));
  }

  private static Set<String> names(ExpressionTree expression) {
    List<String> names = new ArrayList<>();
    new TreeScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitIdentifier(IdentifierTree name, @Nullable Void unused) {
        names.add(name.getName().toString());
        return null;
      }

      @Override
      public @Nullable Void visitMemberSelect(MemberSelectTree select, @Nullable Void unused) {
        names.add(select.getIdentifier().toString());
        return super.visitMemberSelect(select, null);
      }
    }.scan(expression, null);
    return names.stream().collect(Collectors.toSet());
  }

  private static String name(MethodInvocationTree call) {
    return call.getMethodSelect() instanceof MemberSelectTree select
        ? select.getIdentifier().toString()
        : call.getMethodSelect().toString();
  }

  private void breach(Tree place, String rule) {
    long line = file.getLineMap().getLineNumber(positions.getEndPosition(file, place));
    String text = place.toString().replaceAll("\\s+", " ");
    breaches.add(new Breach(path, line, rule, text.substring(0, Math.min(text.length(), 120))));
  }
}
