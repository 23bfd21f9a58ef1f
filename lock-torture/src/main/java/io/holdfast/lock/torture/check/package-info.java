/**
 * Judges what locks did: {@link io.holdfast.lock.torture.check.Examination} reads the histories of
 * a directory and gives a {@link io.holdfast.lock.torture.check.Verdict} under ten rules, from
 * exclusion to linearizability ({@link io.holdfast.lock.torture.check.Rule}).
 *
 * <pre>{@code
 * ResidueProbe probe = ResidueProbe.of(server).keys("myapp:*");
 * ... processes write their histories into the directory, and end ...
 * Verdict verdict =
 *     Examination.of(directory, Bounds.ofLease(Duration.ofSeconds(2)).handOver(Duration.ofSeconds(1)))
 *         .residue(probe.look())
 *         .verdict();
 * assertThat(verdict.isPassed()).as(verdict.report()).isTrue();
 * }</pre>
 *
 * <p>What a run did on purpose has to be said: faults by {@code HistoryWriter.fault}, which excuses
 * delays, and {@link io.holdfast.lock.torture.check.Bounds#losingData()}, if servers forgot locks.
 * Times are drawn narrow (a turn begins when its owner knew, and ends when it called for its end),
 * so a finding is one, however slow the machine; what overlaps for less than a call lasts may be
 * missed, and is then seen by the register.
 *
 * <p>A new kind of lock adds its verbs to {@code OperationKind} and a {@link
 * io.holdfast.lock.torture.check.Model}; the other rules know it by the modes of its verbs. Nothing
 * here has threads or state.
 */
@NullMarked
package io.holdfast.lock.torture.check;

import org.jspecify.annotations.NullMarked;
