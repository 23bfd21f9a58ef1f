package io.holdfast.spring.method;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.Elvis;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.Literal;
import org.springframework.expression.spel.ast.OpAnd;
import org.springframework.expression.spel.ast.OpOr;
import org.springframework.expression.spel.ast.OpPlus;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.Selection;
import org.springframework.expression.spel.ast.Ternary;
import org.springframework.expression.spel.ast.VariableReference;

/**
 * Looks through the expression of a name for what can never work. Problems throw {@link
 * IllegalArgumentException}.
 */
final class ExpressionCheck {

  private static final Pattern UNWRAPPED = Pattern.compile("#[\\p{Alpha}_$][\\w$.]*");

  private final Set<String> known;
  private final List<SpelNode> addends = new ArrayList<>();

  private ExpressionCheck(Set<String> known) {
    this.known = known;
  }

  /** Refuses {@code order:#id}, which would be one name for all. */
  static void requireNoVariable(String text) {
    Matcher unwrapped = UNWRAPPED.matcher(text);
    if (unwrapped.find()) {
      throw new IllegalArgumentException(
          "%s is outside of #{ }, where it is plain text: write #{%s}"
              .formatted(unwrapped.group(), unwrapped.group()));
    }
  }

  /**
   * Refuses variables that are not known, and text that is made where a null could not be found.
   *
   * @return what is added to text for certain: if one of these is null, the name ends in "null"
   */
  static List<SpelNode> addends(SpelNode tree, Set<String> known) {
    ExpressionCheck check = new ExpressionCheck(known);
    check.look(tree, true, true);
    return List.copyOf(check.addends);
  }

  /**
   * @param isAtRoot whether a bare property is one of the root object
   * @param isCertain whether the node is evaluated whenever the expression is, with the root object
   */
  private void look(SpelNode node, boolean isAtRoot, boolean isCertain) {
    if (node instanceof VariableReference) {
      requireKnown(node.toStringAST().substring(1));
    } else if (node instanceof FunctionReference) {
      throw new IllegalArgumentException("%s is not a function".formatted(node.toStringAST()));
    } else if (node instanceof PropertyOrFieldReference property && isAtRoot) {
      requireProperty(property.getName());
    }
    boolean isInner = node instanceof Selection || node instanceof Projection;
    boolean mayBeLeftOut =
        node instanceof Ternary
            || node instanceof Elvis
            || node instanceof OpAnd
            || node instanceof OpOr;
    if (node instanceof OpPlus plus && !isCertain) {
      requireNoText(plus);
    }
    for (int i = 0; i < node.getChildCount(); i++) {
      SpelNode child = node.getChild(i);
      boolean isLink = node instanceof CompoundExpression && i > 0;
      if (node instanceof OpPlus && isCertain && !(child instanceof Literal)) {
        addends.add(child);
      }
      boolean isChildCertain = isCertain && !isInner && !isLink && (i == 0 || !mayBeLeftOut);
      look(child, isAtRoot && !isInner && !isLink, isChildCertain);
    }
  }

  /** A null added to a number fails by itself; added to text it is "null". */
  private static void requireNoText(OpPlus node) {
    boolean isOfNumbers = false;
    boolean isOfLiterals = true;
    for (int i = 0; i < node.getChildCount(); i++) {
      SpelNode child = node.getChild(i);
      isOfNumbers |= child instanceof Literal literal && isNumber(literal);
      isOfLiterals &= child instanceof Literal;
    }
    if (!isOfNumbers && !isOfLiterals) {
      throw new IllegalArgumentException(
          ("%s could silently turn null into text: put the text outside of #{ }, as in"
                  + " order:#{#ids}")
              .formatted(node.toStringAST()));
    }
  }

  private static boolean isNumber(Literal literal) {
    return literal.getLiteralValue().getValue() instanceof Number;
  }

  private void requireKnown(String variable) {
    if (!known.contains(variable)) {
      throw new IllegalArgumentException(
          "#%s is not a parameter; known: %s. Compile the class with -parameters to keep the names of parameters"
              .formatted(variable, new TreeSet<>(known)));
    }
  }

  private static void requireProperty(String property) {
    if (!NameRoot.PROPERTIES.contains(property)) {
      throw new IllegalArgumentException(
          "'%s' is not a property of #root; for a parameter of that name write #%s"
              .formatted(property, property));
    }
  }
}
