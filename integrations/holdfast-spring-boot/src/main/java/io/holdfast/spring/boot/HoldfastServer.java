package io.holdfast.spring.boot;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.lettuce.core.RedisURI;
import java.util.List;

/**
 * The address of a server, Sentinel group or cluster, with what is needed to log in. Its text form
 * has no password.
 */
public final class HoldfastServer {

  private interface Opener {
    HoldfastClient open(HoldfastSettings settings);
  }

  private final boolean cluster;
  private final Opener opener;

  private HoldfastServer(boolean cluster, Opener opener) {
    this.cluster = cluster;
    this.opener = opener;
  }

  /** As {@link HoldfastClient#connect(String)} reads it: one server, or a Sentinel group. */
  public static HoldfastServer of(String url) {
    return new HoldfastServer(false, settings -> HoldfastClient.connect(settings, url));
  }

  /** One server, or a Sentinel group. */
  public static HoldfastServer of(RedisURI uri) {
    return new HoldfastServer(false, settings -> HoldfastClient.connect(settings, uri));
  }

  /** A cluster with this node. */
  public static HoldfastServer clusterOf(String url) {
    return new HoldfastServer(true, settings -> HoldfastClient.connect(settings, url));
  }

  /** A cluster with these nodes. */
  public static HoldfastServer clusterOf(List<RedisURI> seeds) {
    RedisURI[] uris = seeds.toArray(new RedisURI[0]);
    return new HoldfastServer(true, settings -> HoldfastClient.connect(settings, uris));
  }

  boolean isCluster() {
    return cluster;
  }

  HoldfastClient open(HoldfastSettings settings) {
    return opener.open(settings);
  }

  @Override
  public String toString() {
    return cluster ? "HoldfastServer[cluster]" : "HoldfastServer[]";
  }
}
