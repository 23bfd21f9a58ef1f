package io.holdfast.lock.torture.check;

import static io.holdfast.lock.torture.check.VerdictAssert.assertClean;
import static io.holdfast.lock.torture.check.VerdictAssert.assertOnly;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.torture.history.Facts;
import io.holdfast.lock.torture.history.OperationKind;
import io.holdfast.lock.torture.history.Phase;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PermitCheckTest {

  private final Tale tale = new Tale();

  private void take(long process, long from, long until, int permits) {
    Facts facts = Facts.ofHold(from).permits(permits);
    tale.call(process, OperationKind.ACQUIRE_PERMITS, from - 1, from, Phase.OK, facts)
        .call(
            process, OperationKind.RELEASE_PERMITS, until, until + 1, Phase.OK, facts.holdCount(0));
  }

  private Verdict ofFour() {
    return tale.bounds(tale.bounds().permits(Tale.LOCK, 4)).verdict();
  }

  @Test
  void permits_asManyAsThereAre_pass() {
    take(1, 10, 20, 3);
    take(2, 11, 30, 1);
    take(3, 21, 40, 3);
    assertClean(ofFour());
  }

  @Test
  void permits_moreThanThereAre_isCaught() {
    take(1, 10, 20, 3);
    take(2, 11, 30, 2);
    assertOnly(ofFour(), Rule.PERMITS, "has 4 permits, and 5 were out", "3 of 1/1", "2 of 2/2");
  }

  private void resize(long from, long until, Phase outcome, int size) {
    tale.call(9, OperationKind.RESIZE_PERMITS, from, until, outcome, Facts.none().permits(size));
  }

  @Test
  void permits_takenBeforeThePoolWasMadeSmaller_pass() {
    take(1, 10, 40, 3);
    take(2, 12, 40, 1);
    resize(20, 22, Phase.OK, 2);
    take(3, 45, 50, 2);
    assertClean(ofFour());
  }

  @Test
  void permits_takenAfterThePoolWasMadeSmaller_areCaught() {
    take(1, 10, 40, 2);
    resize(20, 22, Phase.OK, 2);
    take(2, 30, 35, 1);
    assertOnly(ofFour(), Rule.PERMITS, "has 2 permits, and 3 were out");
  }

  @Test
  void permits_takenAfterThePoolWasMadeLarger_pass() {
    resize(2, 3, Phase.OK, 6);
    take(1, 10, 40, 4);
    take(2, 30, 35, 2);
    assertClean(ofFour());
  }

  @Test
  void permits_takenWhileThePoolMayHaveBeenLarger_pass() {
    resize(2, 3, Phase.INFO, 6);
    resize(4, 5, Phase.OK, 2);
    take(1, 10, 40, 4);
    take(2, 30, 35, 2);
    assertClean(ofFour());
  }

  @Test
  void permits_takenAfterItWasMadeLargerAndSmallerAgain_areCaught() {
    resize(2, 3, Phase.OK, 6);
    resize(4, 5, Phase.OK, 4);
    take(1, 10, 40, 4);
    take(2, 30, 35, 2);
    assertOnly(ofFour(), Rule.PERMITS, "has 4 permits, and 6 were out");
  }

  @Test
  void permits_allBackAtTheEnd_pass() {
    tale.residue(new Residue(List.of(), Map.of(Tale.LOCK, 4)));
    assertClean(ofFour());
  }

  @Test
  void permits_lostAtTheEnd_isCaught() {
    tale.residue(new Residue(List.of(), Map.of(Tale.LOCK, 3)));
    assertOnly(ofFour(), Rule.PERMITS, "1 were lost");
  }

  @Test
  void permits_madeFromNothing_isCaught() {
    tale.residue(new Residue(List.of(), Map.of(Tale.LOCK, 6)));
    assertOnly(ofFour(), Rule.PERMITS, "2 were made from nothing");
  }

  private Verdict ofFourBesideAFault() {
    Bounds bounds = tale.bounds().permits(Tale.LOCK, 4).losing(Set.of(Tale.LOCK));
    return tale.fault(1000, 1100).bounds(bounds).verdict();
  }

  @Test
  void permits_moreThanThereAreAfterAFault_areCaughtALeaseLater() {
    take(1, 1900, 2400, 3);
    take(2, 2050, 2450, 2);
    assertThat(ofFourBesideAFault().isPassed()).isTrue();
    take(3, 2200, 2300, 1);
    assertOnly(ofFourBesideAFault(), Rule.PERMITS, "has 4 permits, and 6 were out");
  }

  @Test
  void permits_sizeThatAFaultMayHaveUndone_mayBeTheOldOne() {
    resize(990, 995, Phase.OK, 2);
    take(1, 5000, 5100, 4);
    assertThat(ofFourBesideAFault().isPassed()).isTrue();
    resize(6000, 6001, Phase.OK, 2);
    take(1, 6100, 6200, 4);
    assertOnly(ofFourBesideAFault(), Rule.PERMITS, "has 2 permits, and 4 were out");
  }
}
