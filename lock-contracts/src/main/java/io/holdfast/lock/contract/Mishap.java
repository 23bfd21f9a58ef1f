package io.holdfast.lock.contract;

import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.proxy.When;
import io.holdfast.lock.torture.client.ClientSpec;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** A fault at a request: after most of them its sender does not know whether it was executed. */
enum Mishap {
  /** It was executed; the connection stays mute, and is reset after the time-out. */
  ANSWER_LOST {
    @Override
    Rule befalls(When request) {
      Rule lost = request.dropReply();
      var unused = lost.future().thenRunAsync(lost::close, AFTER_THE_TIMEOUT);
      return lost;
    }
  },
  /** It was executed; the connection ends in order instead of the answer. */
  ENDED_INSTEAD_OF_THE_ANSWER {
    @Override
    Rule befalls(When request) {
      return request.cutInsteadOfReply(Cut.FIN);
    }
  },
  /** It was executed; the connection is reset instead of the answer. */
  RESET_INSTEAD_OF_THE_ANSWER {
    @Override
    Rule befalls(When request) {
      return request.cutInsteadOfReply(Cut.RST);
    }
  },
  /** It was not executed: the connection ends in order before. */
  ENDED_BEFORE {
    @Override
    Rule befalls(When request) {
      return request.cutBefore(Cut.FIN);
    }
  },
  /** It was not executed: the connection is reset before. */
  RESET_BEFORE {
    @Override
    Rule befalls(When request) {
      return request.cutBefore(Cut.RST);
    }
  },
  /** It was executed and answered; then the connection is reset. */
  CUT_AFTER_THE_ANSWER {
    @Override
    Rule befalls(When request) {
      return request.cutAfterReply(Cut.RST);
    }
  };

  /** Those after which the request is sent again. */
  static final Set<Mishap> REPEATED = EnumSet.complementOf(EnumSet.of(CUT_AFTER_THE_ANSWER));

  /** Those that the client notices at once, and not only after its time-out. */
  static final Set<Mishap> CUTS = EnumSet.complementOf(EnumSet.of(ANSWER_LOST));

  private static final Executor AFTER_THE_TIMEOUT =
      CompletableFuture.delayedExecutor(
          ClientSpec.Pace.QUICK.commandTimeout().toMillis() + 100, TimeUnit.MILLISECONDS);

  abstract Rule befalls(When request);
}
