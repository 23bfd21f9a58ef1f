package io.holdfast.spring.boot;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The name of a client for people: {@code orders@web-3/4711}. */
final class ClientLabel {

  private static final int LONGEST = 32;
  private static final int LONGEST_NAME = 12;

  private ClientLabel() {}

  static String of(String application) {
    String host;
    try {
      host = InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      host = "host";
    }
    return of(application, host, ProcessHandle.current().pid());
  }

  /**
   * Of the name the beginning, of the host's first part the end, as this is what tells hosts apart.
   */
  static String of(String application, String host, long pid) {
    String cleanName = clean(application);
    String name = cleanName.substring(0, Math.min(LONGEST_NAME, cleanName.length()));
    String first = clean(host).replaceFirst("^([0-9]*[A-Za-z-][^.]*)\\..*$", "$1");
    int left = LONGEST - "%s@/%s".formatted(name, pid).length();
    return "%s@%s/%s".formatted(name, first.substring(Math.max(0, first.length() - left)), pid);
  }

  private static String clean(String text) {
    return text.replaceAll("[^A-Za-z0-9._-]", "-");
  }
}
