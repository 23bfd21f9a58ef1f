package io.holdfast.lock.core.server;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Says what is wrong with a text that is to be the URI of a server, before Lettuce reads it:
 * Lettuce guesses, and quotes the text when it fails. No objection holds anything of the text,
 * which may be a password anywhere that nobody can tell where it begins.
 */
final class UriObjection {

  private static final List<String> OF_SENTINELS = List.of("redis-sentinel", "rediss-sentinel");
  private static final List<String> OF_SOCKETS = List.of("redis-socket", "redis+socket");
  private static final List<String> OF_HOSTS = List.of("redis", "rediss", "redis+ssl", "redis+tls");

  private static final Pattern HOST = Pattern.compile("\\[[^\\[\\]@]+]|[^:\\[\\]%@]+");
  private static final Pattern DATABASE = Pattern.compile("(/\\d{0,9})?");
  private static final Pattern MASTER_PARAMETER =
      Pattern.compile("(?i)(.*[&;])?sentinelMasterId=[^&;].*");
  private static final int HIGHEST_PORT = 65_535;

  private UriObjection() {}

  /** The scheme, if it is one of ours: any other word may be a secret. */
  static Optional<String> schemeOf(String text) {
    int end = text.indexOf("://");
    String scheme = end < 0 ? "" : text.substring(0, end);
    boolean isKnown =
        OF_HOSTS.contains(scheme) || OF_SENTINELS.contains(scheme) || OF_SOCKETS.contains(scheme);
    return isKnown ? Optional.of(scheme) : Optional.empty();
  }

  /** Why the text is not the URI of a server; empty if nothing is known against it. */
  static Optional<String> to(String text) {
    Optional<String> scheme = schemeOf(text);
    if (scheme.isEmpty()) {
      return Optional.of(
          "the scheme must be redis, rediss, redis-sentinel, rediss-sentinel or redis-socket");
    }
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException e) {
      return Optional.of(syntax(e.getReason()));
    }
    if (behindTheHost(uri).contains("@")) {
      return Optional.of(
          "there is an '@' after the host; in a password write '/' as %2F, '?' as %3F, '#' as"
              + " %23");
    }
    return OF_SOCKETS.contains(scheme.get())
        ? toSocket(uri)
        : toHosts(uri, OF_SENTINELS.contains(scheme.get()));
  }

  private static String syntax(String reason) {
    if (reason.startsWith("Malformed escape")) {
      return "a '%' does not begin an escape; write it as %25";
    }
    return reason.startsWith("Illegal character")
        ? "it has a character that a URI cannot have; write a blank as %20"
        : "it is incomplete or malformed";
  }

  private static String behindTheHost(URI uri) {
    return Objects.requireNonNullElse(uri.getRawPath(), "")
        + Objects.requireNonNullElse(uri.getRawQuery(), "")
        + Objects.requireNonNullElse(uri.getRawFragment(), "");
  }

  private static Optional<String> toSocket(URI uri) {
    String authority = Objects.requireNonNullElse(uri.getRawAuthority(), "");
    boolean isLogIn = authority.isEmpty() || authority.endsWith("@");
    if (!isLogIn || uri.getRawPath().length() < 2) {
      return Optional.of(
          "it names no socket: redis-socket:///path, redis-socket://:password@/path");
    }
    return toFragment(uri);
  }

  private static Optional<String> toFragment(URI uri) {
    return uri.getRawFragment() == null
        ? Optional.empty()
        : Optional.of(
            "a '#' only goes before the master name of Sentinels; elsewhere write it as %23");
  }

  private static Optional<String> toHosts(URI uri, boolean isOfSentinels) {
    String authority = Objects.requireNonNullElse(uri.getRawAuthority(), "");
    String[] hosts = authority.substring(authority.lastIndexOf('@') + 1).split(",", -1);
    Optional<String> first =
        Arrays.stream(hosts).map(UriObjection::toHost).flatMap(Optional::stream).findFirst();
    if (first.isPresent()) {
      return first;
    }
    if (!DATABASE.matcher(uri.getRawPath()).matches()) {
      return Optional.of("the database, after the '/', is not a number");
    }
    if (isOfSentinels) {
      return toMaster(uri);
    }
    return hosts.length > 1
        ? Optional.of("it has several hosts: only redis-sentinel may have more than one")
        : toFragment(uri);
  }

  private static Optional<String> toHost(String text) {
    int colon = text.indexOf(':', text.lastIndexOf(']') + 1);
    String host = colon < 0 ? text : text.substring(0, colon);
    if (host.isEmpty()) {
      return Optional.of("there is no host");
    }
    if (!HOST.matcher(host).matches()) {
      return Optional.of("the host has a character that a host name cannot have");
    }
    return colon < 0 ? Optional.empty() : toPort(text.substring(colon + 1));
  }

  private static Optional<String> toPort(String port) {
    if (port.isEmpty() || !port.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return Optional.of("the port is not a number");
    }
    boolean isInBounds =
        port.length() <= 5 && Integer.parseInt(port) >= 1 && Integer.parseInt(port) <= HIGHEST_PORT;
    return isInBounds
        ? Optional.empty()
        : Optional.of("the port must be from 1 to %s".formatted(HIGHEST_PORT));
  }

  private static Optional<String> toMaster(URI uri) {
    boolean isInQuery =
        uri.getRawQuery() != null && MASTER_PARAMETER.matcher(uri.getRawQuery()).matches();
    boolean isInFragment = uri.getRawFragment() != null && !uri.getRawFragment().isEmpty();
    return isInQuery || isInFragment
        ? Optional.empty()
        : Optional.of(
            "it names no master; the form is redis-sentinel://host:26379,host:26379#master");
  }
}
