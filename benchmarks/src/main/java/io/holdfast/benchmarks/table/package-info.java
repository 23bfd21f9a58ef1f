/**
 * The rows of the table, their bars, and how they are measured, judged and written down. The door
 * is {@link io.holdfast.benchmarks.table.TableCommand}; one thread, save where a row says
 * otherwise.
 */
@NullMarked
package io.holdfast.benchmarks.table;

import org.jspecify.annotations.NullMarked;
