package io.holdfast.lock.core.engine;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Ids of clients and acquisitions: {@code label~random} and {@code label~random:number:claim}. The
 * random part has 128 bits: who knows it can release what the client holds.
 */
public final class ClientId {

  /** The longest label. */
  public static final int MAX_LABEL = 32;

  private static final String LABEL = "[A-Za-z0-9._@/-]{0," + MAX_LABEL + "}";
  private static final Pattern PERMITS = Pattern.compile("^[^:]*:\\d+:\\d+p(\\d{1,9})h?$");
  private static final int LONGEST_HOST = 24; // with a process id of 7 digits it is a label
  private static final int RANDOM_BYTES = 16;

  private ClientId() {}

  /** A new id that carries this label. */
  public static String create(String label) {
    byte[] random = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(random);
    return requireLabel(label)
        + '~'
        + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }

  /**
   * The label itself if it may be one.
   *
   * @throws IllegalArgumentException otherwise
   */
  public static String requireLabel(String label) {
    if (!label.matches(LABEL)) {
      throw new IllegalArgumentException(
          "client label '%s': must be at most %s of the characters A-Z a-z 0-9 . _ @ / -"
              .formatted(label, MAX_LABEL));
    }
    return label;
  }

  /** Host and process id, as far as they fit. */
  public static String defaultLabel() {
    String host;
    try {
      host = InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      host = "host";
    }
    return label(host, ProcessHandle.current().pid());
  }

  /**
   * Of a host and a process. What tells hosts apart stands at the end of the first part of their
   * names ({@code order-service-7d9f8b6c5-x2x9z}, {@code web-3.example.com}); so that is kept.
   */
  static String label(String host, long pid) {
    String clean = host.replaceAll("[^A-Za-z0-9._-]", "-");
    String first = clean.replaceFirst("^([0-9]*[A-Za-z-][^.]*)\\..*$", "$1");
    return first.substring(Math.max(0, first.length() - LONGEST_HOST)) + '/' + pid;
  }

  /** The label in the id of a client or an acquisition. */
  public static String labelOf(String id) {
    int end = id.indexOf('~');
    return end < 0 ? "?" : id.substring(0, end);
  }

  /** The id of the client in the id of an acquisition. */
  public static String clientOf(String acquisitionId) {
    int end = acquisitionId.indexOf(':');
    return end < 0 ? acquisitionId : acquisitionId.substring(0, end);
  }

  /** Whether the acquisition is one of this client. */
  public static boolean isOf(String acquisitionId, String clientId) {
    return acquisitionId.startsWith(clientId + ':');
  }

  /** How many permits an acquisition asks for, as its id says; 1 if it does not. */
  public static int permitsOf(String acquisitionId) {
    Matcher matcher = PERMITS.matcher(acquisitionId);
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : 1;
  }
}
