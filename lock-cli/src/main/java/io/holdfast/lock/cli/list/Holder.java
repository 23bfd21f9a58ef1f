package io.holdfast.lock.cli.list;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who a label names: by default labels are made of host and process id; an application may have
 * given its client any other.
 *
 * @param host the first part, if there are two
 * @param process the second, if it is a number
 */
record Holder(Optional<String> host, OptionalLong process) {

  private static final Pattern HOST_AND_PROCESS = Pattern.compile("(.+)/(\\d{1,10})");

  static Holder of(String label) {
    Matcher matcher = HOST_AND_PROCESS.matcher(label);
    return matcher.matches()
        ? new Holder(
            Optional.of(matcher.group(1)), OptionalLong.of(Long.parseLong(matcher.group(2))))
        : new Holder(Optional.empty(), OptionalLong.empty());
  }
}
