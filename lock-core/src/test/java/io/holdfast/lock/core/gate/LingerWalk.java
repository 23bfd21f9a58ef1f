package io.holdfast.lock.core.gate;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.lease.LeaseTerms;
import io.holdfast.lock.core.lock.CohortGate;
import io.holdfast.lock.core.race.ModelClient;
import io.holdfast.lock.core.race.ModelServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * One thread that does at random what callers, another client, the network and time may do next.
 * The gate takes each of these steps under its monitor, so threads can only change their order.
 */
final class LingerWalk {

  static final Duration LINGER = Duration.ofSeconds(1);

  /** So long after another client wanted it, it may linger again. */
  private static final Duration ALONE = Duration.ofMinutes(1).plusMillis(1);

  private static final LeaseTerms OTHER_TERM = new LeaseTerms(20_000, true, LeaseTerms.UNCAPPED);
  private static final int CALLERS = 3;
  private static final int STEPS = 40;
  private static final int LAST_STEPS = 60;

  /** One call of lock() or tryLock(), up to its release. */
  private static final class Caller extends PermitWaiter {

    private Gate gate;
    private OwnedHold owned; // null while it waits
    private boolean hasRival; // somebody else has wanted the lock since it came

    Caller(long now, boolean isImpatient, LeaseTerms terms) {
      super(now, isImpatient, terms);
    }
  }

  private final ModelClient client = ModelClient.lingering(LINGER);
  private final ModelServer server = client.server();
  private final Gates gates = new Gates(client, server, LockKind.PLAIN, CohortGate::lingering);
  private final List<Caller> callers = new ArrayList<>();
  private final Random random;
  private long highestToken;
  private int lingered;

  /** The client has had the lock twice: the second acquisition lingers. */
  LingerWalk(long seed) {
    this.random = new Random(seed);
    for (int i = 0; i < 2; i++) {
      enter(new Caller(client.clock().nanoTime(), false, ModelClient.TERM));
      while (!callers.isEmpty()) {
        server.pump();
        goOn(callers.get(0));
      }
    }
    require(lingers(), "nothing lingers");
  }

  /**
   * Goes some steps, and then has everybody come to an end.
   *
   * @return after how many steps the lock lingered
   */
  int go() {
    for (int i = 0; i < STEPS; i++) {
      step();
      look();
    }
    for (int i = 0; i < LAST_STEPS && (!callers.isEmpty() || server.isOtherWaiting()); i++) {
      server.pump();
      require(!lingers() || !server.isOtherWaiting(), "it lingers, and another client waits");
      callers.forEach(caller -> caller.hasRival = true); // perhaps: pumping goes many steps
      List.copyOf(callers).forEach(this::goOn);
      client.look(i < LAST_STEPS / 2 ? Duration.ZERO : LINGER); // it may have to ask again
    }
    server.pump();
    require(callers.isEmpty() && !server.isOtherWaiting(), "somebody waits for ever");
    client.look(LINGER);
    server.pump();
    require(gates.size() == 0 && !server.hasAnythingOfTheClient(), "it lingers for ever");
    require(client.engine().acquisitions().isEmpty(), "an acquisition is left");
    require(!client.hasVisitors(), "the watchdog watches it for ever");
    return lingered;
  }

  // ---- steps

  private void step() {
    switch (random.nextInt(16)) {
      case 0, 1 -> come();
      case 2, 3, 4, 5 -> anyCaller(this::goOn);
      case 6 -> anyCaller(this::giveUp);
      case 7, 8, 9 -> server.executeOne();
      case 10, 11 -> server.deliverReply();
      case 12, 13 -> server.deliverMessage();
      case 14 -> anotherClient();
      default -> timePasses();
    }
  }

  private void come() {
    if (callers.size() < CALLERS) {
      boolean isImpatient = random.nextInt(3) == 0;
      LeaseTerms terms = random.nextInt(4) == 0 ? OTHER_TERM : ModelClient.TERM;
      enter(new Caller(client.clock().nanoTime(), isImpatient, terms));
    }
  }

  private void enter(Caller caller) {
    callers.add(caller);
    lookForRivals(); // before: it may be refused at once
    caller.gate = gates.enter(ModelClient.KEYS, caller);
  }

  private void anyCaller(Consumer<Caller> action) {
    if (!callers.isEmpty()) {
      action.accept(callers.get(random.nextInt(callers.size())));
    }
  }

  private void goOn(Caller caller) {
    if (caller.owned != null) {
      callers.remove(caller);
      HoldRelease.async(caller.owned);
    } else if (caller.result() instanceof OwnedHold hold) {
      take(caller, hold);
    } else if (caller.result() != null) {
      require(caller.result() == WaitResult.REFUSED, "a failure");
      require(caller.hasRival, "refused, and nobody has it");
      callers.remove(caller);
    } else if (caller.isNudged()) {
      caller.gate.come(caller);
    }
  }

  private void take(Caller caller, OwnedHold hold) {
    if (hold.accept()) {
      require(hold.token() > highestToken, "tokens do not rise");
      highestToken = hold.token();
      caller.owned = hold;
    } else {
      hold.holds().expire(hold);
      caller.waitAgain();
      caller.gate = gates.enter(ModelClient.KEYS, caller);
    }
  }

  private void giveUp(Caller caller) {
    if (caller.owned == null && caller.result() == null) {
      if (!caller.isImpatient() && random.nextBoolean()) {
        caller.gate.timeOut(caller);
      } else if (caller.gate.leave(caller)) {
        callers.remove(caller);
      }
    }
  }

  private void anotherClient() {
    if (random.nextBoolean()) {
      server.otherAsks();
    } else {
      server.otherTries();
    }
  }

  private void timePasses() {
    Duration time =
        callers.isEmpty() && random.nextInt(4) == 0
            ? ALONE
            : Duration.ofMillis(500L * random.nextInt(5));
    if (random.nextBoolean()) {
      client.look(time);
    } else {
      client.clock().advance(time); // the watchdog is late
    }
  }

  // ---- what must be true after each

  private void look() {
    List<OwnedHold> valid =
        callers.stream().map(caller -> caller.owned).filter(this::isValid).toList();
    require(valid.size() < 2, "two owners");
    for (OwnedHold hold : valid) {
      require(server.isHeldBy(hold.acquisition().id()), "an owner without the lock");
    }
    lookForRivals();
    lingered += lingers() ? 1 : 0;
  }

  private boolean lingers() {
    return callers.isEmpty()
        && client.engine().acquisitions().values().stream().anyMatch(Acquisition::isHeld);
  }

  private boolean isValid(OwnedHold hold) {
    return hold != null && hold.isValid();
  }

  private void lookForRivals() {
    boolean isWanted = callers.size() > 1 || server.isOfOther() || server.isOtherWaiting();
    callers.forEach(caller -> caller.hasRival |= isWanted);
  }

  private void require(boolean isTrue, String otherwise) {
    if (!isTrue) {
      throw new AssertionError(otherwise + "; server: " + server);
    }
  }
}
