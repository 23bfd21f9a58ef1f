package io.holdfast.spring.boot;

/** A property has a value that cannot be used. Its message has no password. */
final class HoldfastConfigurationException extends IllegalStateException {

  private static final long serialVersionUID = 1L;

  private final String property;
  private final String action;

  HoldfastConfigurationException(String property, String problem, String action) {
    super(problem);
    this.property = property;
    this.action = action;
  }

  /** Which is to be looked at. */
  String property() {
    return property;
  }

  /** What is to be done. */
  String action() {
    return action;
  }

  @Override
  public String getMessage() {
    return "%s: %s".formatted(property, super.getMessage());
  }
}
