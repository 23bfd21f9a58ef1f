package io.holdfast.examples.shop;

import java.time.Duration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What customers and staff can do. */
@RestController
class Till {

  private final Stock stock;

  Till(Stock stock) {
    this.stock = stock;
  }

  @GetMapping("/stock/{article}")
  int left(@PathVariable String article) {
    return stock.left(article);
  }

  @PostMapping("/stock/{article}/sales")
  int sell(@PathVariable String article) {
    return stock.sell(article);
  }

  @PostMapping("/stock/{article}/counts")
  int count(@PathVariable String article, @RequestParam(defaultValue = "10") int seconds)
      throws InterruptedException {
    return stock.count(article, Duration.ofSeconds(seconds));
  }
}
