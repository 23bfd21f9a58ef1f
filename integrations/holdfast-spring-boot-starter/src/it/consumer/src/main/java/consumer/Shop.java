package consumer;

import io.holdfast.spring.CurrentHold;
import io.holdfast.spring.Locked;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.stereotype.Service;

/** Fulfils one order under its lock, prints the token of that, and ends. */
@SpringBootApplication
public class Shop implements CommandLineRunner {

  private final Orders orders;

  public Shop(Orders orders) {
    this.orders = orders;
  }

  public static void main(String[] args) {
    SpringApplication.run(Shop.class, args);
  }

  @Override
  public void run(String... args) {
    System.out.println("token " + orders.fulfil(42));
  }

  @Service
  public static class Orders {

    @Locked("order:#{#id}")
    public long fulfil(long id) {
      return CurrentHold.token();
    }
  }
}
