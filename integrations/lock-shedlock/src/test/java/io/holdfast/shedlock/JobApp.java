package io.holdfast.shedlock;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.resp.RespClient;
import java.util.concurrent.CountDownLatch;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.spring.annotation.EnableSchedulerLock;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * An application with two jobs, of which several processes run. It writes down each run at the
 * server. Argument: the URI of the server.
 */
final class JobApp {

  private JobApp() {}

  /** The one bean, and the client below it. */
  @Configuration
  static class Locking {

    @Bean
    HoldfastClient client(String uri) {
      return HoldfastClient.connect(uri);
    }

    @Bean
    LockProvider lockProvider(HoldfastClient client) {
      return new HoldfastLockProvider(client);
    }
  }

  @Configuration
  @EnableScheduling
  @EnableSchedulerLock(defaultLockAtMostFor = "10m")
  @Import(Locking.class)
  static class Application {

    @Bean
    ThreadPoolTaskScheduler taskScheduler() {
      ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
      scheduler.setPoolSize(2);
      return scheduler;
    }

    @Bean
    RespClient journal(String uri) {
      return RespClient.connect(uri);
    }

    @Bean
    Jobs jobs(HoldfastClient client, RespClient journal) {
      return new Jobs(client, journal);
    }
  }

  static class Jobs {

    private final HoldfastClient client;
    private final RespClient journal;
    private final String self = Long.toString(ProcessHandle.current().pid());

    Jobs(HoldfastClient client, RespClient journal) {
      this.client = client;
      this.journal = journal;
    }

    /** Runs all the time, in one process or the other, until it is told to hang. */
    @Scheduled(fixedDelay = 30)
    @SchedulerLock(name = "often", lockAtMostFor = "3s")
    public void often() throws InterruptedException {
      long token =
          client
              .lock("shedlock:default:often")
              .inspect()
              .holder()
              .orElseThrow(() -> new IllegalStateException("nobody holds it"))
              .token();
      journal.number("RPUSH", "often", "begins " + self + " " + token);
      if (journal.number("DEL", "hang:" + self) == 1) {
        journal.number("RPUSH", "hanging", self);
        new CountDownLatch(1).await();
      }
      journal.number("RPUSH", "often", "ends " + self + " " + token);
    }

    /** Ends at once, and must not run again for a while. */
    @Scheduled(fixedDelay = 30)
    @SchedulerLock(name = "once", lockAtLeastFor = "10m")
    public void once() {
      journal.number("RPUSH", "once", self);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      context.registerBean("uri", String.class, () -> args[0]);
      context.register(Application.class);
      context.refresh();
      System.out.println("ready");
      new CountDownLatch(1).await(); // until it is killed
    }
  }
}
