package io.holdfast.examples.shop;

import java.sql.SQLException;
import org.h2.tools.Server;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** One instance. The first one also serves the database, so that the example needs no other. */
@SpringBootApplication
public class ShopApplication {

  /** With {@code -Dshop.database=9123} it serves the database at that port of this machine. */
  public static void main(String... arguments) throws SQLException {
    String port = System.getProperty("shop.database");
    if (port != null) {
      System.setProperty("h2.bindAddress", "127.0.0.1");
      Server.createTcpServer("-tcpPort", port, "-ifNotExists").start();
    }
    SpringApplication.run(ShopApplication.class, arguments);
  }
}
