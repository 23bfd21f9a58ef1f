package io.holdfast.lock.testkit.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.stream.Stream;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/**
 * Runs static nested test classes, which the build passes over, to see what an extension does with
 * them.
 */
final class Inner {

  private Inner() {}

  static Events run(Class<?>... classes) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(Stream.of(classes).map(c -> selectClass(c)).toArray(ClassSelector[]::new))
        .execute()
        .testEvents();
  }
}
