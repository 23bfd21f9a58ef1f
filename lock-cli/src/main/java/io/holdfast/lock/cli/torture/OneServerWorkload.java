package io.holdfast.lock.cli.torture;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import io.lettuce.core.RedisURI;
import java.util.List;

/**
 * A kind of lock on one Holdfast client, for workers: on one server, on Sentinels or on a cluster.
 */
abstract class OneServerWorkload extends HoldfastWorkload {

  /** The locks of this kind; closing it closes the client. */
  abstract LockClient locksOf(HoldfastClient client);

  @Override
  final LockClient connect(
      List<String> servers, ClientSpec spec, HoldfastSettings.Builder settings) {
    return locksOf(open(servers, settings));
  }

  /** Several are nodes of a cluster. */
  private static HoldfastClient open(List<String> servers, HoldfastSettings.Builder settings) {
    if (servers.size() == 1) {
      return HoldfastClient.connect(settings.build(), servers.get(0));
    }
    return HoldfastClient.connect(
        settings.cluster().build(),
        servers.stream().map(RedisURI::create).toArray(RedisURI[]::new));
  }
}
