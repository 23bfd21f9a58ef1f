package consumer;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.core.HoldfastClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;

/** Locks, prints the token, unlocks: on Holdfast's own resources or, {@code shared}, on ours. */
public final class Main {
  private Main() {}

  public static void main(String[] args) throws InterruptedException {
    if (args.length > 1 && args[1].equals("shared")) {
      ClientResources resources = ClientResources.create();
      try (HoldfastClient client = HoldfastClient.using(resources, RedisURI.create(args[0]))) {
        lockAndPrint(client);
      } finally {
        resources.shutdown().awaitUninterruptibly();
      }
    } else {
      try (HoldfastClient client = HoldfastClient.connect(args[0])) {
        lockAndPrint(client);
      }
    }
  }

  private static void lockAndPrint(HoldfastClient client) throws InterruptedException {
    DistributedLock lock = client.lock("consumer");
    try (Hold hold = lock.acquire()) {
      System.out.println(hold.token());
    }
  }
}
