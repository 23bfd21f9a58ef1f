package io.holdfast.lock.core.race;

import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.engine.AskRequest;
import io.holdfast.lock.core.engine.Renewal;
import io.holdfast.lock.core.inbox.InboxMessage;
import io.holdfast.lock.core.inbox.Recipient;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The effects of the scripts on one lock. As in a server, one runs at a time: no thread is stopped
 * in here.
 */
final class ModelScripts {

  /** A message to an inbox. */
  record Published(long number, Consumer<Recipient> message) {}

  private static final String OTHER = "other";
  private static final int BLOCK = 2;
  private static final int WHOLE_BLOCK = 4; // of what lingers

  private final boolean knowsTombstones;
  private final Deque<String> queue = new ArrayDeque<>();
  private final Set<String> dead = new HashSet<>();
  private final List<Published> published = new ArrayList<>();
  private volatile @Nullable String holder;
  private long firstToken;
  private long lastToken;
  private long seq = 1000;
  private boolean hasOtherGoneFor; // the request by which the other client lets go was sent

  ModelScripts(boolean knowsTombstones) {
    this.knowsTombstones = knowsTombstones;
  }

  AskReply execute(AskRequest request) {
    String id = request.id();
    if (dead.contains(id)) {
      return new AskReply.Dead();
    }
    if (holder == null) {
      queue.remove(id);
      draw(id);
    }
    if (id.equals(holder)) {
      return new AskReply.Acquired(firstToken, lastToken, !queue.isEmpty());
    }
    if (!request.mayWait()) {
      return new AskReply.Held(30_000, holder);
    }
    if (!queue.contains(id)) {
      queue.add(id);
    }
    OptionalLong listeners = request.isAgain() ? OptionalLong.of(1) : OptionalLong.empty();
    return new AskReply.Queued(seq, 1, 30_000, listeners);
  }

  boolean release(String id, boolean tombstone) {
    if (tombstone && knowsTombstones) {
      dead.add(id);
    }
    queue.remove(id);
    boolean wasHeld = id.equals(holder);
    if (wasHeld) {
      grantNext();
    }
    return wasHeld;
  }

  Renewal.Answer renew(String id) {
    if (!id.equals(holder)) {
      return Renewal.Answer.GONE;
    }
    return queue.isEmpty() ? Renewal.Answer.KEPT : Renewal.Answer.WANTED;
  }

  void otherAsks() {
    if (holder == null) {
      draw(OTHER);
    } else if (!holder.equals(OTHER) && !queue.contains(OTHER)) {
      queue.add(OTHER);
      tellIfItLingers(holder);
    }
  }

  void otherTries() {
    if (holder == null) {
      draw(OTHER);
    } else {
      tellIfItLingers(holder);
    }
  }

  private void tellIfItLingers(String id) {
    if (lingers(id)) {
      published.add(new Published(number(id), Recipient::wanted));
    }
  }

  /** Whether the other client holds the lock and must be told to release it; true once a turn. */
  boolean isTurnOfTheOther() {
    boolean isNews = OTHER.equals(holder) && !hasOtherGoneFor;
    hasOtherGoneFor |= isNews;
    return isNews;
  }

  void otherLetsGo() {
    hasOtherGoneFor = false;
    release(OTHER, false);
  }

  void force() {
    String victim = holder;
    if (victim != null && !victim.equals(OTHER)) {
      published.add(new Published(number(victim), Recipient::lost));
      grantNext();
    }
  }

  private void grantNext() {
    holder = null;
    String next = queue.poll();
    if (next != null) {
      draw(next);
      if (!next.equals(OTHER)) {
        InboxMessage.Granted granted =
            new InboxMessage.Granted(
                number(next), firstToken, lastToken, 5_000, !queue.isEmpty(), 0, 0);
        published.add(new Published(granted.number(), recipient -> recipient.granted(granted)));
      }
    }
  }

  private void draw(String id) {
    holder = id;
    firstToken = seq + 1;
    seq += lingers(id) ? WHOLE_BLOCK : BLOCK;
    lastToken = seq;
  }

  private static boolean lingers(String id) {
    return id.endsWith("g");
  }

  private static long number(String id) {
    return Long.parseLong(id.split(":", -1)[1]);
  }

  /** The messages since the last time. */
  List<Published> takePublished() {
    List<Published> all = List.copyOf(published);
    published.clear();
    return all;
  }

  boolean hasAnythingOfTheClient() {
    return hasHolderOfTheClient() || queue.stream().anyMatch(id -> !id.equals(OTHER));
  }

  boolean isHeldBy(String id) {
    return id.equals(holder);
  }

  boolean isOfOther() {
    return OTHER.equals(holder);
  }

  boolean isOtherWaiting() {
    return queue.contains(OTHER);
  }

  boolean hasHolderOfTheClient() {
    return holder != null && !holder.equals(OTHER);
  }

  @Override
  public String toString() {
    return "holder " + holder + ", queue " + queue;
  }
}
