/**
 * The page of results: reads what was measured, draws it and puts it into words. The door is {@link
 * io.holdfast.benchmarks.page.PageCommand}; one thread. Numbers are computed from the files, also
 * those in sentences.
 */
@NullMarked
package io.holdfast.benchmarks.page;

import org.jspecify.annotations.NullMarked;
