package io.holdfast.lock.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version that the jar's manifest tells. */
final class VersionProvider implements IVersionProvider {

  @Override
  public String[] getVersion() {
    String version =
        Objects.requireNonNullElse(
            Holdfast.class.getPackage().getImplementationVersion(), "(not from a jar)");
    return new String[] {"holdfast " + version, "Java " + Runtime.version()};
  }
}
