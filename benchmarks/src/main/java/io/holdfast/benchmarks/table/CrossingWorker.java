package io.holdfast.benchmarks.table;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * One of two that hand a turn to and fro, with nothing that protects it: the one who has it
 * publishes a message to the other, waits for the server's answer, and then for the message by
 * which it comes back. No lock that tells the next owner by a message can do more.
 */
final class CrossingWorker {

  static final Pattern READY = Pattern.compile("^ready$");

  /** How many turns it had. */
  static final Pattern TURNS = Pattern.compile("^turns (\\d+)$");

  private static final String CHANNEL = "bench-crossing-";
  private static final String TURN = "turn";
  private static final long LAST_WAIT_MILLIS = 500;

  /** Until the other has its task too, and has forgotten the turn of last time. */
  private static final long HEAD_MILLIS = 250;

  private final RedisAsyncCommands<String, String> commands;
  private final Semaphore turns = new Semaphore(0);
  private final int number;

  private CrossingWorker(RedisAsyncCommands<String, String> commands, int number) {
    this.commands = commands;
    this.number = number;
  }

  /** Where the server is, and which of the two this is: 0 or 1. */
  public static void main(String[] args)
      throws IOException, InterruptedException, ExecutionException {
    RedisClient client = RedisClient.create(RedisURI.create(args[0]));
    CrossingWorker worker = new CrossingWorker(client.connect().async(), Integer.parseInt(args[1]));
    StatefulRedisPubSubConnection<String, String> inbox = client.connectPubSub();
    inbox.addListener(
        new RedisPubSubAdapter<>() {
          @Override
          public void message(String channel, String message) {
            worker.turns.release();
          }
        });
    inbox.sync().subscribe(CHANNEL + worker.number);
    System.out.println("ready");
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      System.out.println("turns " + worker.work(Long.parseLong(line)));
    }
    System.exit(0);
  }

  /** The first has the turn when it begins; the last to have it keeps it. */
  private long work(long millis) throws InterruptedException, ExecutionException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(HEAD_MILLIS + millis);
    turns.drainPermits();
    long had = 0;
    if (number == 0) {
      Thread.sleep(HEAD_MILLIS);
      handOn();
    }
    while (turns.tryAcquire(LAST_WAIT_MILLIS, TimeUnit.MILLISECONDS)
        && System.nanoTime() - end < 0) {
      had++;
      handOn();
    }
    return had;
  }

  private void handOn() throws InterruptedException, ExecutionException {
    commands.publish(CHANNEL + (1 - number), TURN).get();
  }
}
