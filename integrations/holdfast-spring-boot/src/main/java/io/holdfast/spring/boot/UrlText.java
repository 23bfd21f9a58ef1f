package io.holdfast.spring.boot;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Puts what properties say into a URL. The URL is not read here: what is wrong with it is said by
 * the client, which takes care to repeat no password.
 */
final class UrlText {

  private static final String UNRESERVED = "-._~";

  private UrlText() {}

  /** The URL with this user and password in the place of its own; unchanged without both. */
  static String withLogIn(String url, @Nullable String username, @Nullable String password) {
    int start = url.indexOf("://");
    if (start < 0 || (username == null && password == null)) {
      return url;
    }
    int from = start + "://".length();
    int at = url.lastIndexOf('@', endOfAuthority(url, from) - 1);
    String own = at < from ? "" : url.substring(from, at);
    int colon = own.indexOf(':');
    String ownUser = colon < 0 ? "" : own.substring(0, colon);
    String ownPassword = own.substring(colon + 1); // redis://secret@host is a password alone
    String user = username == null ? ownUser : escape(username);
    String secret = password == null ? ownPassword : escape(password);
    return "%s%s:%s@%s"
        .formatted(url.substring(0, from), user, secret, url.substring(at < from ? from : at + 1));
  }

  private static int endOfAuthority(String url, int from) {
    int end = from;
    while (end < url.length() && "/?#".indexOf(url.charAt(end)) < 0) {
      end++;
    }
    return end;
  }

  /** The URL with this parameter behind its '?'. */
  static String withParameter(String url, String name, String value) {
    int hash = url.indexOf('#');
    String front = hash < 0 ? url : url.substring(0, hash);
    String rest = hash < 0 ? "" : url.substring(hash);
    return "%s%s%s=%s%s".formatted(front, front.contains("?") ? "&" : "?", name, value, rest);
  }

  private static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (one & 0xFF);
      boolean isPlain = c < 0x80 && (Character.isLetterOrDigit(c) || UNRESERVED.indexOf(c) >= 0);
      escaped.append(
          isPlain ? String.valueOf(c) : "%%%02X".formatted((int) c).toUpperCase(Locale.ROOT));
    }
    return escaped.toString();
  }
}
