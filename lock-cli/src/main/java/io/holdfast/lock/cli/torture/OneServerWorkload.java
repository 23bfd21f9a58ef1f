package io.holdfast.lock.cli.torture;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.contract.ClientSpec;
import io.holdfast.lock.testkit.contract.LockClient;
import java.util.List;

/** A kind of lock on one Holdfast client, for workers. */
abstract class OneServerWorkload extends HoldfastWorkload {

  /** The locks of this kind; closing it closes the client. */
  abstract LockClient locksOf(HoldfastClient client);

  @Override
  final LockClient connect(
      List<String> servers, ClientSpec spec, HoldfastSettings.Builder settings) {
    return locksOf(HoldfastClient.connect(settings.build(), servers.get(0)));
  }
}
