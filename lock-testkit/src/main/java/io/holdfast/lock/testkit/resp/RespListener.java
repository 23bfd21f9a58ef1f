package io.holdfast.lock.testkit.resp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads a connection to its end on a daemon thread of its own, which owns the reading side from
 * then on.
 */
final class RespListener {

  private RespListener() {}

  static void start(String name, RespConnection connection, Consumer<Object> consumer)
      throws IOException {
    connection.waitForever();
    Thread thread = new Thread(() -> readAll(connection, consumer), name);
    thread.setDaemon(true);
    thread.start();
  }

  static List<String> words(String verb, String... arguments) {
    List<String> words = new ArrayList<>(List.of(verb));
    words.addAll(List.of(arguments));
    return words;
  }

  private static void readAll(RespConnection connection, Consumer<Object> consumer) {
    try (connection) {
      while (true) {
        Object reply = connection.read();
        if (reply != null) {
          consumer.accept(reply);
        }
      }
    } catch (IOException e) {
      // The end: closed by us, or the server went away. The listener is silent from here on.
    }
  }
}
