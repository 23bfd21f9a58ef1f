package io.holdfast.lock.core.inbox;

import io.holdfast.lock.core.time.MonotonicClock;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who gets the messages of an inbox: the acquisitions of the client, and guests that are none. Each
 * message names one of them by its number. Any thread; never blocks.
 */
final class Recipients {

  private static final Logger LOG = LoggerFactory.getLogger(Recipients.class);

  private final Map<Long, ? extends Recipient> acquisitions;
  private final Unclaimed unclaimed;
  private final MonotonicClock clock;
  private final Map<Long, Recipient> guests = new ConcurrentHashMap<>();

  /**
   * No guests yet.
   *
   * @param acquisitions who is to get what is sent to a number, at any time
   * @param unclaimed hears of grants to a number that nobody has
   */
  Recipients(
      Map<Long, ? extends Recipient> acquisitions, Unclaimed unclaimed, MonotonicClock clock) {
    this.acquisitions = acquisitions;
    this.unclaimed = unclaimed;
    this.clock = clock;
  }

  // ---- guests

  /** Delivers the message for this number to a guest. */
  void receive(long number, Recipient guest) {
    guests.put(number, guest);
  }

  /** The guest of this number wants no more. */
  void receiveNoMore(long number) {
    guests.remove(number);
  }

  /** Whether the word for this number goes to a guest. */
  boolean hasGuest(long number) {
    return guests.containsKey(number);
  }

  // ---- messages

  /** Never throws into the event loop: listeners behind it would not be called. */
  void deliver(String text) {
    try {
      InboxMessage.parse(text).ifPresent(message -> deliver(message, text));
    } catch (RuntimeException | Error e) {
      LOG.error("Message '{}' could not be handled", text, e);
    }
  }

  private void deliver(InboxMessage message, String text) {
    if (message instanceof InboxMessage.Granted granted) {
      Recipient recipient = find(granted.number());
      if (recipient != null) {
        recipient.granted(granted);
      } else {
        InboxMessage.unclaimed(text, unclaimed);
      }
    } else if (message instanceof InboxMessage.Wanted wanted) {
      Recipient recipient = find(wanted.number());
      if (recipient != null) {
        recipient.wanted();
      }
    } else if (message instanceof InboxMessage.Lost lost) {
      Recipient recipient = find(lost.number());
      if (recipient != null) {
        recipient.lost();
      }
    }
  }

  private @Nullable Recipient find(long number) {
    Recipient recipient = acquisitions.get(number);
    return recipient == null ? guests.get(number) : recipient;
  }

  // ---- messages that may be missing

  /** The inbox listens again. */
  void reopened() {
    long now = clock.nanoTime();
    acquisitions.values().forEach(recipient -> recipient.inboxReopened(now));
    guests.values().forEach(guest -> guest.inboxReopened(now));
  }

  /** The client listens in those slots again. */
  void reopenedInSlots(Set<Integer> those) {
    long now = clock.nanoTime();
    acquisitions.values().stream()
        .filter(recipient -> those.contains(recipient.slot()))
        .forEach(recipient -> recipient.inboxReopened(now));
  }
}
