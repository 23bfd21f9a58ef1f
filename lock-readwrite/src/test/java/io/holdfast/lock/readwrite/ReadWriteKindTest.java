package io.holdfast.lock.readwrite;

import io.holdfast.lock.core.kind.KindRules;
import org.junit.jupiter.api.Test;

/** What this module does not do by itself. */
class ReadWriteKindTest {

  @Test
  void module_always_leavesToTheEngineWhatIsTheEngines() {
    KindRules.checkModule("io.holdfast.lock.readwrite");
  }
}
