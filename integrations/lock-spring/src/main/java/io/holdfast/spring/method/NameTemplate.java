package io.holdfast.spring.method;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.ParserContext;
import org.springframework.expression.common.CompositeStringExpression;
import org.springframework.expression.common.LiteralExpression;
import org.springframework.expression.spel.ExpressionState;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.SpelParserConfiguration;
import org.springframework.expression.spel.ast.SpelNodeImpl;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.util.ObjectUtils;

/**
 * A name with expressions in it, parsed. Problems throw {@link IllegalArgumentException}, without a
 * word on the method. Immutable; any thread.
 */
final class NameTemplate {

  private static final SpelExpressionParser PARSER = new SpelExpressionParser();
  private static final SpelParserConfiguration STATE = new SpelParserConfiguration();

  private final String source;
  private final List<Part> parts;

  private NameTemplate(String source, List<Part> parts) {
    this.source = source;
    this.parts = parts;
  }

  /** Text, or an expression with what it adds to text. */
  private record Part(Expression expression, List<SpelNode> addends) {

    boolean isText() {
      return expression instanceof LiteralExpression;
    }
  }

  /**
   * Parses it.
   *
   * @param source as written, without placeholders
   * @param variables which variables there will be
   */
  static NameTemplate parse(String source, Set<String> variables) {
    if (source.isBlank()) {
      throw new IllegalArgumentException("must not be blank");
    }
    Expression whole;
    try {
      whole = PARSER.parseExpression(source, ParserContext.TEMPLATE_EXPRESSION);
    } catch (ParseException | IllegalStateException e) {
      throw new IllegalArgumentException("does not parse: " + e.getMessage(), e);
    }
    List<Part> parts = new ArrayList<>();
    Expression[] expressions =
        whole instanceof CompositeStringExpression composite
            ? composite.getExpressions()
            : new Expression[] {whole};
    for (Expression expression : expressions) {
      if (expression instanceof SpelExpression spel) {
        parts.add(new Part(spel, ExpressionCheck.addends(spel.getAST(), variables)));
      } else {
        ExpressionCheck.requireNoVariable(expression.getExpressionString());
        parts.add(new Part(expression, List.of()));
      }
    }
    return new NameTemplate(source, List.copyOf(parts));
  }

  String source() {
    return source;
  }

  /** One name; or one for each element, where an expression gives a collection or an array. */
  List<String> names(EvaluationContext context) {
    List<String> names = List.of("");
    for (Part part : parts) {
      List<String> texts = texts(part, value(part, context));
      if (texts.size() != 1 && names.size() != 1) {
        throw new IllegalArgumentException(
            "#{%s} is the second collection in this name; must be at most one"
                .formatted(part.expression().getExpressionString()));
      }
      List<String> before = names;
      names = texts.stream().flatMap(text -> before.stream().map(name -> name + text)).toList();
      if (names.isEmpty()) { // of an empty collection: there is nothing to lock
        return names;
      }
    }
    return names.stream().map(NameText::of).toList();
  }

  private static List<String> texts(Part part, Object value) {
    if (part.isText()) {
      return List.of((String) value);
    }
    if (value instanceof Collection<?> several) {
      return several.stream().map(NameText::of).toList();
    }
    if (value.getClass().isArray()) {
      return Arrays.stream(ObjectUtils.toObjectArray(value)).map(NameText::of).toList();
    }
    return List.of(NameText.of(value));
  }

  private static Object value(Part part, EvaluationContext context) {
    String text = part.expression().getExpressionString();
    try {
      for (SpelNode addend : part.addends()) {
        Object added = ((SpelNodeImpl) addend).getValue(new ExpressionState(context, STATE));
        NameText.requireText(require(added, addend.toStringAST()));
      }
      return require(part.expression().getValue(context), text);
    } catch (EvaluationException e) {
      throw new IllegalArgumentException(
          "#{%s} cannot be evaluated: %s".formatted(text, e.getMessage()), e);
    }
  }

  private static Object require(@Nullable Object value, String text) {
    if (value == null) {
      throw new IllegalArgumentException("#{%s} is null".formatted(text));
    }
    return value;
  }

  /** What it is made of, for {@link Object#toString}. */
  @Override
  public String toString() {
    return Stream.of(source).toList().toString();
  }
}
