package io.holdfast.lock.cli;

import java.util.ArrayList;
import java.util.Locale;

/** What a shell offers for an option: constants as they are typed. */
public abstract class LowerCase extends ArrayList<String> {

  private static final long serialVersionUID = 1;

  /** Of these constants. */
  protected LowerCase(Enum<?>... constants) {
    for (Enum<?> constant : constants) {
      add(constant.name().toLowerCase(Locale.ROOT));
    }
  }
}
