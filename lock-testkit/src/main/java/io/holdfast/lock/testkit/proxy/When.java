package io.holdfast.lock.testkit.proxy;

import java.time.Duration;
import java.util.function.Function;

/**
 * What to do with the commands a rule waits for. Each method makes the rule, once: it counts
 * commands from its return on.
 *
 * <p>A stream of replies has no names in it: the client takes the first for the answer to its first
 * command, and so on. TCP never loses bytes from the middle. So a lost reply takes all later ones
 * of its connection with it, and a reply that waits makes those behind it wait.
 */
public final class When {

  private final Function<Reaction, Rule> maker;

  When(Function<Reaction, Rule> maker) {
    this.maker = maker;
  }

  /** Does nothing but count it. */
  public Rule observe() {
    return maker.apply(new Reaction.Observe());
  }

  /**
   * The server does not get it, nor what follows on its connection, until {@link Rule#release()}.
   */
  public Rule holdCommand() {
    return maker.apply(new Reaction.HoldCommand());
  }

  /** The server does not get it: the connection is cut before, at both ends. */
  public Rule cutBefore(Cut how) {
    return cutBefore(how, Side.BOTH);
  }

  /** As {@link #cutBefore(Cut)}; only this side learns of it. */
  public Rule cutBefore(Cut how, Side side) {
    return maker.apply(new Reaction.CutBefore(how, side));
  }

  /**
   * The server executes it and all that follows, and no reply nor message comes over this
   * connection any more. It stays open until the client gives it up or the rule is closed.
   */
  public Rule dropReply() {
    return maker.apply(new Reaction.DropReply());
  }

  /** The server executes it; the reply comes when it is {@linkplain Rule#release() let go}. */
  public Rule holdReply() {
    return maker.apply(new Reaction.HoldReply());
  }

  /** The server executes it; the reply comes later by this delay. */
  public Rule delayReply(Duration delay) {
    return maker.apply(new Reaction.DelayReply(FaultProxy.notNegative("delay", delay)));
  }

  /** The server has executed it: the connection is cut, at both ends, before the reply. */
  public Rule cutInsteadOfReply(Cut how) {
    return cutInsteadOfReply(how, Side.BOTH);
  }

  /** As {@link #cutInsteadOfReply(Cut)}; only this side learns of it. */
  public Rule cutInsteadOfReply(Cut how, Side side) {
    return maker.apply(new Reaction.CutInsteadOfReply(how, side));
  }

  /** The reply comes and is the last: then the connection is cut, at both ends. */
  public Rule cutAfterReply(Cut how) {
    return cutAfterReply(how, Side.BOTH);
  }

  /** As {@link #cutAfterReply(Cut)}; only this side learns of it. */
  public Rule cutAfterReply(Cut how, Side side) {
    return maker.apply(new Reaction.CutAfterReply(how, side));
  }
}
