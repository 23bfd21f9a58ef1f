package io.holdfast.spring.integration;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;

/**
 * A process that wants to lead, and that writes its token to a log again and again while it does.
 * Arguments: the URI of the server, that of the log, its name. Ends with its input.
 */
final class LeaderWorker {

  /** It outlasts a machine that stands still for a while. */
  private static final Duration LEASE = Duration.ofSeconds(3);

  private LeaderWorker() {}

  static final class Leader {

    private final HoldfastLockRegistry registry;
    private final TokenLog log;
    private final String name;
    private volatile long token; // 0 while it does not lead

    Leader(HoldfastLockRegistry registry, TokenLog log, String name) {
      this.registry = registry;
      this.log = log;
      this.name = name;
    }

    /** Runs in the thread that holds the lock. */
    @EventListener
    public void granted(OnGrantedEvent event) {
      long mine = registry.lockOf(event.getRole()).currentHold().orElseThrow().token();
      token = mine;
      Thread writer =
          new Thread(
              () -> {
                while (token == mine) {
                  log.write(mine, name);
                  LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
                }
              },
              "writer-" + mine);
      writer.setDaemon(true);
      writer.start();
    }

    /** Writes once more, as a leader does that does not know yet. */
    @EventListener
    public void revoked(OnRevokedEvent event) {
      long mine = token;
      token = 0;
      System.out.printf("revoked %s, written: %s%n", mine, log.write(mine, name));
    }
  }

  public static void main(String[] args) {
    HoldfastSettings settings = HoldfastSettings.builder().lease(LEASE).build();
    String name = args[2];
    try (HoldfastClient client = HoldfastClient.connect(settings, args[0]);
        TokenLog log = new TokenLog(args[1]);
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      HoldfastLockRegistry registry = new HoldfastLockRegistry(client, "leaders");
      LockRegistryLeaderInitiator initiator =
          new LockRegistryLeaderInitiator(registry, new DefaultCandidate(name, "billing"));
      initiator.setHeartBeatMillis(300);
      initiator.setBusyWaitMillis(50);
      context.registerBean(Leader.class, () -> new Leader(registry, log, name));
      context.registerBean(LockRegistryLeaderInitiator.class, () -> initiator);
      context.refresh();
      System.out.println("ready");
      new Scanner(System.in, StandardCharsets.UTF_8).hasNextLine();
    }
  }
}
