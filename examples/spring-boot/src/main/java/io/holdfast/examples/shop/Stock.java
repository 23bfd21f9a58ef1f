package io.holdfast.examples.shop;

import io.holdfast.spring.Locked;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** What is left of each article. */
@Service
public class Stock {

  private final JdbcClient database;

  Stock(JdbcClient database) {
    this.database = database;
  }

  /**
   * Sells one. It reads, then writes what it has computed: without the lock two sales at once would
   * sell the same piece. The lock is released after the commit.
   *
   * @return how many are left
   * @throws IllegalStateException if there is none
   */
  @Locked("stock:#{#article}")
  @Transactional
  public int sell(String article) {
    int left = left(article);
    if (left == 0) {
      throw new IllegalStateException("'%s' is sold out".formatted(article));
    }
    database
        .sql("update stock set pieces = ? where article = ?")
        .params(left - 1, article)
        .update();
    return left - 1;
  }

  /** Counts the pieces by hand, which takes its time. Nobody can sell meanwhile. */
  @Locked("stock:#{#article}")
  public int count(String article, Duration time) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(time.toMillis());
    return left(article);
  }

  int left(String article) {
    return database
        .sql("select pieces from stock where article = ?")
        .param(article)
        .query(Integer.class)
        .single();
  }
}
