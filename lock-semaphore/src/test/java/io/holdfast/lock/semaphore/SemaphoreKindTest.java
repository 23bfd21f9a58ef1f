package io.holdfast.lock.semaphore;

import io.holdfast.lock.core.kind.KindRules;
import org.junit.jupiter.api.Test;

/** What this module does not do by itself. */
class SemaphoreKindTest {

  @Test
  void module_always_leavesToTheEngineWhatIsTheEngines() {
    KindRules.checkModule("io.holdfast.lock.semaphore");
  }
}
