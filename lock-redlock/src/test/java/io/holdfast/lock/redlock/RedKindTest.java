package io.holdfast.lock.redlock;

import io.holdfast.lock.core.kind.KindRules;
import org.junit.jupiter.api.Test;

/** What this module must leave to the engine. */
class RedKindTest {

  @Test
  void module_always_leavesToTheEngineWhatIsTheEngines() {
    KindRules.checkModule(RedLocks.class);
  }
}
