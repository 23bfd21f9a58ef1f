package io.holdfast.lock.core.race;

import io.holdfast.lock.core.server.Connector;
import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;

/** A connector that is never asked to connect. Lettuce starts no thread before that. */
public final class Nowhere {

  private static final ClientResources RESOURCES = ClientResources.create();

  static final Connector CONNECTOR =
      Connector.standalone(
          RESOURCES, RedisURI.create("redis://127.0.0.1:1"), Duration.ofSeconds(1));

  private Nowhere() {}

  /** Unused resources. */
  public static ClientResources resources() {
    return RESOURCES;
  }

  /** Creates it now, and not inside a run of Lincheck, which would watch all its steps. */
  static void prepare() {
    if (CONNECTOR.isCluster()) {
      throw new IllegalStateException("is one server");
    }
  }
}
