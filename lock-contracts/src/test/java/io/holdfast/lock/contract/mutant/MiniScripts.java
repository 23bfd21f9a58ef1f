package io.holdfast.lock.contract.mutant;

import io.holdfast.lock.testkit.resp.RespClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The verbs of the mini lock: loads the scripts, names keys, sends. */
final class MiniScripts {

  static final String INBOX_PREFIX = "mini:inbox:";

  private final String acquire;
  private final String release;
  private final String leave;

  MiniScripts(Defect defect) {
    acquire = load(defect, "acquire");
    release = load(defect, "release");
    leave = load(defect, "leave");
  }

  private static String load(Defect defect, String verb) {
    String own = defect.directory() + "/" + verb + ".lua";
    try (InputStream mutant = MiniScripts.class.getResourceAsStream(own);
        InputStream correct = MiniScripts.class.getResourceAsStream("correct/" + verb + ".lua")) {
      InputStream script = mutant == null ? correct : mutant;
      if (script == null) {
        throw new IllegalStateException("no script " + verb);
      }
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String lockKey(String name) {
    return "mini:{" + name + "}";
  }

  private static String queueKey(String name) {
    return lockKey(name) + ":queue";
  }

  static String seqKey(String name) {
    return lockKey(name) + ":seq";
  }

  private static String deadKey(String name) {
    return lockKey(name) + ":dead";
  }

  List<String> acquire(RespClient server, String name, String id, long leaseMillis, boolean waits) {
    return eval(
        server,
        acquire,
        List.of(lockKey(name), queueKey(name), seqKey(name), deadKey(name)),
        id,
        Long.toString(leaseMillis),
        waits ? "1" : "0");
  }

  List<String> release(RespClient server, String name, String id) {
    return eval(server, release, List.of(lockKey(name), queueKey(name)), id, INBOX_PREFIX);
  }

  void leave(RespClient server, String name, String id) {
    eval(server, leave, List.of(lockKey(name), queueKey(name), deadKey(name)), id, INBOX_PREFIX);
  }

  private static List<String> eval(
      RespClient server, String script, List<String> keys, String... arguments) {
    List<String> words = new ArrayList<>(List.of("EVAL", script, Integer.toString(keys.size())));
    words.addAll(keys);
    words.addAll(List.of(arguments));
    return server.texts(words.toArray(String[]::new));
  }
}
