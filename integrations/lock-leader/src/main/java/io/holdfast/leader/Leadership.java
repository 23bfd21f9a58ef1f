package io.holdfast.leader;

import io.holdfast.lock.LossCause;
import java.util.Optional;

/**
 * One term of one leader, from the grant of the lock to its release or loss. Any thread.
 *
 * <p><strong>Not guaranteed:</strong> that nobody else acts as the leader while {@link #isValid()}
 * is true and this process is paused between the check and the act. Pass {@link #token()} to the
 * resource, and have it refuse lower tokens.
 */
public interface Leadership {

  /** The name of the lock: what this is the leader of. */
  String lockName();

  /**
   * The fencing token: positive, and greater than that of every earlier leadership of this lock, in
   * any process. It can still be read after the end. No round trip.
   */
  long token();

  /**
   * Whether this leadership has neither ended nor been lost, by the local monotonic clock. Once
   * false it stays false. It turns false when the lease ends, even if nobody was told yet: after a
   * pause of the process, say. No round trip.
   */
  boolean isValid();

  /**
   * Why it was lost. Empty while it lasts, if it ended by resignation or closing, and in the moment
   * between a loss that {@link #isValid()} shows already and the news of it. A leadership that is
   * lost after its resignation, before the lock is released, has a cause from then on. One that was
   * resigned after an unnoticed loss has {@link LossCause#EXPIRED} until the news bring the cause.
   */
  Optional<LossCause> lossCause();

  /**
   * Runs {@code callback} once, when this leadership ends for whatever reason; at once, in the
   * calling thread, if it has ended already. It does not wait for {@link LeaderListener#granted} to
   * return.
   *
   * <p>At a loss it runs on the callback executor of the client, where it delays the news of other
   * losses; at a resignation, in the thread that resigns or closes. If that executor drops the news
   * of a loss, the JDK's common pool runs it about a second after the end of the lease. {@link
   * LeaderListener#revoked} is called, and the lock released, after it. So it must return soon: it
   * is for setting a flag or interrupting a thread. What it throws is logged.
   *
   * @throws NullPointerException if the callback is null
   */
  void onRevoked(Runnable callback);

  /**
   * Ends this leadership. When this returns, {@link #isValid()} is false and the callbacks of
   * {@link #onRevoked} have run; if another thread ends it at the same time, that one may still be
   * running them. The thread of the election then calls {@link LeaderListener#revoked}, releases
   * the lock, and asks for it again, behind all that wait for it. If nobody does, this process
   * leads again within 100 ms, with a new token. To step down for longer, close the election.
   *
   * <p>Does not wait. Does nothing if this leadership has ended. If it is lost and nobody was told
   * yet, this call ends it. In {@link LeaderListener#granted} too: then {@code revoked} is called
   * when {@code granted} has returned.
   */
  void resign();
}
