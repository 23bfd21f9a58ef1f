package io.holdfast.lock.fair;

import io.holdfast.lock.core.kind.KindRules;
import org.junit.jupiter.api.Test;

/** What this module must leave to the engine. */
class FairKindTest {

  @Test
  void module_always_leavesToTheEngineWhatIsTheEngines() {
    KindRules.checkModule(FairLocks.class);
  }
}
