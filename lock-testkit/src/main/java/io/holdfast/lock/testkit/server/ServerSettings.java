package io.holdfast.lock.testkit.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** How a server is to be started. */
record ServerSettings(
    RedisBinary binary,
    OptionalInt port,
    Optional<String> password,
    boolean appendOnly,
    Optional<TlsFiles> tls,
    Optional<ClientAccess> access,
    Optional<ServerClock> clock,
    List<List<String>> directives,
    Duration startTimeout) {

  /** The certificates of a TLS port. */
  record TlsFiles(Path certificate, Path key, Path authority) {}

  ServerSettings {
    directives = List.copyOf(directives);
  }

  /**
   * Whether a restart may find data that the server itself has written in time; else only what a
   * restart saved.
   */
  boolean isPersistent() {
    return appendOnly || directives.stream().anyMatch(words -> words.get(0).equals("save"));
  }

  /** Whether it listens to other nodes of a cluster, too. */
  boolean isOfCluster() {
    return directives.contains(List.of("cluster-enabled", "yes"));
  }

  /** The same with more lines of configuration, which have the last word. */
  ServerSettings with(List<List<String>> more) {
    List<List<String>> all = new ArrayList<>(directives);
    all.addAll(more);
    return new ServerSettings(
        binary, port, password, appendOnly, tls, access, clock, all, startTimeout);
  }

  /** The configuration file. What the user gave comes last and so has the last word. */
  String configuration(Path directory, Ports ports) {
    List<List<String>> all = new ArrayList<>();
    all.add(List.of("bind", "127.0.0.1"));
    all.add(List.of("port", Integer.toString(ports.plain())));
    all.add(List.of("dir", directory.toString()));
    all.add(List.of("save", ""));
    all.add(List.of("appendonly", appendOnly ? "yes" : "no"));
    all.add(List.of("appendfsync", "always"));
    password.ifPresent(secret -> all.add(List.of("requirepass", secret)));
    if (binary.version().isAtLeast(7, 0)) {
      all.add(List.of("enable-debug-command", "local"));
      all.add(List.of("shutdown-timeout", "0"));
    }
    tls.ifPresent(files -> all.addAll(tls(files, ports)));
    access.ifPresent(strict -> all.addAll(strict.directives()));
    all.addAll(directives);
    StringBuilder text = new StringBuilder();
    for (List<String> words : all) {
      text.append(words.get(0));
      words.subList(1, words.size()).forEach(word -> text.append(' ').append(quote(word)));
      text.append('\n');
    }
    return text.toString();
  }

  private static List<List<String>> tls(TlsFiles files, Ports ports) {
    return List.of(
        List.of("tls-port", Integer.toString(ports.tls().orElseThrow())),
        List.of("tls-cert-file", files.certificate().toAbsolutePath().toString()),
        List.of("tls-key-file", files.key().toAbsolutePath().toString()),
        List.of("tls-ca-cert-file", files.authority().toAbsolutePath().toString()),
        List.of("tls-auth-clients", "optional"));
  }

  private static String quote(String word) {
    return '"'
        + word.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\r", "\\r")
        + '"';
  }
}
