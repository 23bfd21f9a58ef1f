package io.holdfast.leader;

import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that wants to lead, and writes its token again and again while it does. Arguments: the
 * URI of the server, that of the log, its name. Each line on its input has it resign; it ends with
 * its input.
 */
final class CandidateProcess {

  /** It outlasts a machine that stands still for a second. */
  private static final Duration LEASE = Duration.ofSeconds(3);

  private CandidateProcess() {}

  public static void main(String[] args) {
    HoldfastSettings settings = HoldfastSettings.builder().lease(LEASE).build();
    String name = args[2];
    try (HoldfastClient client = HoldfastClient.connect(settings, args[0]);
        TokenLog log = new TokenLog(args[1]);
        LeaderElection election =
            LeaderElection.lead(
                client.lock("billing"), leadership -> write(leadership, log, name))) {
      System.out.println("ready");
      Scanner input = new Scanner(System.in, StandardCharsets.UTF_8);
      while (input.hasNextLine()) {
        input.nextLine();
        election.leadership().ifPresent(Leadership::resign);
      }
    }
  }

  /** Writes once more at the end, as a leader does that does not know yet. */
  private static void write(Leadership leadership, TokenLog log, String name) {
    long token = leadership.token();
    while (leadership.isValid() && !Thread.currentThread().isInterrupted()) {
      log.write(token, name);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    boolean unused = Thread.interrupted();
    System.out.printf(
        "over %s %s, written: %s%n",
        token, leadership.lossCause().map(LossCause::name).orElse("-"), log.write(token, name));
  }
}
