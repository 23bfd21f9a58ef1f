package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.work.Workers;

/**
 * Where rows are measured.
 *
 * @param workers JVMs that work
 * @param namePrefix of all locks of this run
 */
record Bench(Workers workers, String namePrefix) {}
