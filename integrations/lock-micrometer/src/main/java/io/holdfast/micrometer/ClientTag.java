package io.holdfast.micrometer;

/**
 * The value of the tag {@code client}: the label of a client without the number of its process, by
 * which each restart would make new meters.
 */
final class ClientTag {

  private static final String UNNAMED = "unnamed";

  private ClientTag() {}

  static String of(String clientLabel) {
    String pid = Long.toString(ProcessHandle.current().pid());
    String rest = clientLabel;
    if (clientLabel.endsWith('/' + pid)) {
      rest = clientLabel.substring(0, clientLabel.length() - pid.length() - 1);
    }
    return rest.isEmpty() ? UNNAMED : rest;
  }
}
