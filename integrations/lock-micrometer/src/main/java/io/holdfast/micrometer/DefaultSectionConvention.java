package io.holdfast.micrometer;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;

/**
 * The name {@value SectionConvention#NAME}; {@code kind}, {@code lock} and {@code outcome} as tags
 * with few values; {@code lock.name}, {@code lock.token} and {@code lock.owner} for spans only.
 */
public class DefaultSectionConvention implements SectionConvention {

  /** Has no state. */
  public DefaultSectionConvention() {}

  @Override
  public String getName() {
    return NAME;
  }

  @Override
  public String getContextualName(SectionContext context) {
    return "lock " + context.lockTag();
  }

  @Override
  public KeyValues getLowCardinalityKeyValues(SectionContext context) {
    return KeyValues.of(
        KeyValue.of("kind", context.kind().text()),
        KeyValue.of("lock", context.lockTag()),
        KeyValue.of("outcome", context.outcomeText()));
  }

  @Override
  public KeyValues getHighCardinalityKeyValues(SectionContext context) {
    KeyValues values =
        KeyValues.of(
            KeyValue.of("lock.name", context.lockName()),
            KeyValue.of("lock.owner", context.owner()));
    return context.token().isEmpty()
        ? values
        : values.and("lock.token", Long.toString(context.token().getAsLong()));
  }
}
