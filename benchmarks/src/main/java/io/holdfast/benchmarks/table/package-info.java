/**
 * The rows of the table, their bars, and how they are measured, judged and written down; and
 * sweeps, which are rows at one value after the other. The doors are {@link
 * io.holdfast.benchmarks.table.TableCommand} and {@link io.holdfast.benchmarks.table.SweepCommand};
 * one thread, save where a row says otherwise.
 */
@NullMarked
package io.holdfast.benchmarks.table;

import org.jspecify.annotations.NullMarked;
