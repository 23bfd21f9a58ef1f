package io.holdfast.lock.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import io.lettuce.core.RedisException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RenewalsTest {

  private static Outcome<List<Renewal.Answer>> answered(Renewal.Answer... answers) {
    return new Outcome.Answered<>(List.of(answers));
  }

  private static Outcome<List<Renewal.Answer>> failed(ServerFailure.Kind kind) {
    return new Outcome.Failed<>(new ServerFailure(kind, new RedisException("on purpose")));
  }

  @Test
  void textOf_someAnswer_isOk() {
    assertThat(Renewals.textOf(answered(Renewal.Answer.GONE))).isEqualTo("ok");
    assertThat(Renewals.textOf(answered(Renewal.Answer.UNCERTAIN, Renewal.Answer.KEPT)))
        .isEqualTo("ok");
  }

  /** As of a quorum whose nodes are all away. */
  @Test
  void textOf_nothingCertain_isUnknown() {
    assertThat(Renewals.textOf(answered(Renewal.Answer.UNCERTAIN, Renewal.Answer.UNCERTAIN)))
        .isEqualTo("unknown");
  }

  @Test
  void textOf_failure_isThatOfTheRequest() {
    assertThat(Renewals.textOf(failed(ServerFailure.Kind.UNKNOWN))).isEqualTo("unknown");
    assertThat(Renewals.textOf(failed(ServerFailure.Kind.NOT_EXECUTED))).isEqualTo("refused");
    assertThat(Renewals.textOf(failed(ServerFailure.Kind.REFUSED))).isEqualTo("refused");
  }
}
