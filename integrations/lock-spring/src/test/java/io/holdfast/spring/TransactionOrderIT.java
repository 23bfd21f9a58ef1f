package io.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.TestServer;
import java.sql.SQLException;
import java.time.Duration;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Two processes read, modify and write a number in one database. */
@ExtendWith(RedisServerExtension.class)
class TransactionOrderIT {

  private static final int TIMES = 100;

  private Server database;
  private String url;
  private JdbcTemplate jdbc;

  @BeforeEach
  void startDatabase() throws SQLException {
    database = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    url =
        "jdbc:h2:tcp://localhost:%s/mem:stock%s;DB_CLOSE_DELAY=-1"
            .formatted(database.getPort(), System.nanoTime());
    jdbc = new JdbcTemplate(new DriverManagerDataSource(url, "sa", ""));
    jdbc.execute("CREATE TABLE stock (number INT)");
    jdbc.execute("INSERT INTO stock VALUES (0)");
  }

  @AfterEach
  void stopDatabase() {
    database.stop();
  }

  private int sum(TestServer server, String order) throws InterruptedException {
    String[] arguments = {server.uri(), url, Integer.toString(TIMES), order};
    try (JvmProcess first = JvmProcess.start(Till.class, arguments);
        JvmProcess second = JvmProcess.start(Till.class, arguments)) {
      first.awaitLine("ready");
      second.awaitLine("ready");
      first.send("go");
      second.send("go");
      first.awaitLine("done");
      second.awaitLine("done");
      assertThat(first.exitValue(Duration.ofMinutes(1))).isZero();
      assertThat(second.exitValue(Duration.ofMinutes(1))).isZero();
    }
    Integer sum = jdbc.queryForObject("SELECT number FROM stock", Integer.class);
    return sum == null ? 0 : sum;
  }

  @Test
  @Timeout(240)
  void updates_withTheLockOutsideTheTransaction_areAllKept(TestServer server) throws Exception {
    assertThat(sum(server, "right")).isEqualTo(2 * TIMES);
  }

  @Test
  @Timeout(240)
  void updates_withTheLockInsideTheTransaction_areLost(TestServer server) throws Exception {
    assertThat(sum(server, "wrong")).isLessThan(2 * TIMES);
  }
}
