package io.holdfast.lock.core.server;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DnsResolver;
import java.lang.module.ModuleDescriptor;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The differences between the versions of Lettuce that Holdfast runs with. Holdfast is compiled
 * with the newest one; no other class calls what {@value #OLDEST} lacks. {@code LettuceLinkageTest}
 * holds that.
 */
public final class LettuceFeatures {

  /*
   * A JVM looks for a method when it is called, and not before. So each call of what may be missing
   * stands alone in a `try`, and the error says that it is missing. A look-up by name would be
   * silent about a name that is misspelt, and a native image would have to be told of it.
   */

  private static final String OLDEST = "6.6";
  private static final String TITLE = "Lettuce"; // in its manifest
  private static final Pattern VERSION = Pattern.compile("(\\d{1,9})\\.(\\d{1,9})(\\D.*)?");

  private LettuceFeatures() {}

  /**
   * Refuses a Lettuce that is too old. To be called before other classes of this package are: they
   * may fail to load with one.
   *
   * @throws IllegalStateException if it is; names its version, and the oldest that will do
   */
  public static void requireSupported() {
    requireSupported(version());
  }

  /** One that is not known may do. */
  static void requireSupported(@Nullable String version) {
    if (isBefore(version, 6, 6)) {
      throw new IllegalStateException(
          "Lettuce %s is too old: Holdfast needs io.lettuce:lettuce-core %s or later. In Spring Boot the property lettuce.version sets it"
              .formatted(version, OLDEST));
    }
  }

  /** Null if it is not known. A jar that packs all classes has the version of the application. */
  private static @Nullable String version() {
    Class<?> any = RedisURI.class; // not LettuceVersion, which Lettuce 5 lacks
    Package its = any.getPackage();
    if (its.getImplementationVersion() != null) {
      return version(its.getImplementationTitle(), its.getImplementationVersion());
    }
    // On the module path packages have no version. That of the module is from the name of the jar.
    ModuleDescriptor module = any.getModule().getDescriptor();
    return Optional.ofNullable(module).flatMap(ModuleDescriptor::rawVersion).orElse(null);
  }

  /** What a manifest says, if it is the one of Lettuce. */
  static @Nullable String version(@Nullable String title, String version) {
    return TITLE.equals(title) ? version : null;
  }

  /** No if the version is not known. */
  private static boolean isBefore(@Nullable String version, int major, int minor) {
    Matcher parts = VERSION.matcher(version == null ? "" : version);
    if (!parts.matches()) {
      return false;
    }
    int its = Integer.parseInt(parts.group(1));
    return its < major || (its == major && Integer.parseInt(parts.group(2)) < minor);
  }

  /** Takes over what the client tells the server about itself. */
  static void copyDriver(RedisURI from, RedisURI to) {
    try {
      to.setDriverInfo(from.getDriverInfo());
    } catch (NoSuchMethodError before7dot2) {
      if (from.getLibraryName() != null) {
        to.setLibraryName(from.getLibraryName());
      }
    }
    if (from.getLibraryVersion() != null) {
      to.setLibraryVersion(from.getLibraryVersion());
    }
  }

  /** Has the server not move the connection: the engine decides what is sent where. */
  static void refuseMaintenance(ClientOptions.Builder options) {
    try {
      options.maintNotificationsConfig(MaintNotificationsConfig.disabled());
    } catch (NoClassDefFoundError | NoSuchMethodError before7dot0) {
      // it does not ask the server for that
    }
  }

  /** Has it look at the topology when a slot has moved: by default only later versions do. */
  @SuppressWarnings("deprecation") // there it does nothing
  static ClusterTopologyRefreshOptions.Builder refreshWhenMoved(
      ClusterTopologyRefreshOptions.Builder options) {
    return options.enableAllAdaptiveRefreshTriggers();
  }

  /** Lettuce 6 has resources that name one. Later versions never ask for it. */
  static DnsResolver dnsResolver(ClientResources resources) {
    try {
      return (DnsResolver) ClientResources.class.getMethod("dnsResolver").invoke(resources);
    } catch (ReflectiveOperationException e) {
      throw new UnsupportedOperationException(e);
    }
  }
}
