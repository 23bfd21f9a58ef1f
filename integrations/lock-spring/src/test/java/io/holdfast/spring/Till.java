package io.holdfast.spring;

import io.holdfast.lock.core.HoldfastClient;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

/**
 * A process that adds one to a number in a database again and again, by reading it and writing it.
 * Arguments: the URI of the server, the URL of the database, how often, and {@code right} or {@code
 * wrong} for the order of lock and transaction.
 */
final class Till {

  private Till() {}

  static class Stock {

    private final JdbcTemplate jdbc;

    Stock(DataSource source) {
      jdbc = new JdbcTemplate(source);
    }

    @Locked(value = "stock", waitAtMost = "1m")
    @Transactional
    public void add() {
      Integer number = jdbc.queryForObject("SELECT number FROM stock", Integer.class);
      if (number == null || jdbc.update("UPDATE stock SET number = ?", number + 1) != 1) {
        throw new IllegalStateException("no stock");
      }
    }
  }

  @Configuration
  @EnableTransactionManagement
  static class Right extends Common {}

  /** The transaction is outside, and no check objects. */
  @Configuration
  @EnableTransactionManagement(order = 0)
  static class Wrong extends Common {

    @Bean
    static LockedSettings settings() {
      return LockedSettings.defaults().strictOrder(false);
    }
  }

  @EnableHoldfast
  static class Common {

    @Bean
    DataSource source(@Value("${database}") String url) {
      return new DriverManagerDataSource(url, "sa", "");
    }

    /** It is slow to commit: others see its writes a while after the method. */
    @Bean
    PlatformTransactionManager transactions(DataSource source) {
      return new SlowTransactions(source);
    }

    @Bean
    HoldfastClient client(@Value("${server}") String uri) {
      return HoldfastClient.connect(uri);
    }

    @Bean
    Stock stock(DataSource source) {
      return new Stock(source);
    }
  }

  /** Lets another thread run before it commits. */
  static class SlowTransactions extends DataSourceTransactionManager {

    private static final long serialVersionUID = 1L;

    SlowTransactions(DataSource source) {
      super(source);
    }

    @Override
    protected void doCommit(
        org.springframework.transaction.support.DefaultTransactionStatus status) {
      java.util.concurrent.locks.LockSupport.parkNanos(2_000_000);
      super.doCommit(status);
    }
  }

  public static void main(String[] args) {
    System.setProperty("server", args[0]);
    System.setProperty("database", args[1]);
    Class<?> configuration = args[3].equals("right") ? Right.class : Wrong.class;
    try (AnnotationConfigApplicationContext context =
        new AnnotationConfigApplicationContext(configuration)) {
      Stock stock = context.getBean(Stock.class);
      System.out.println("ready");
      new Scanner(System.in, StandardCharsets.UTF_8).nextLine(); // until all are ready
      for (int i = 0; i < Integer.parseInt(args[2]); i++) {
        stock.add();
      }
      System.out.println("done");
    }
  }
}
