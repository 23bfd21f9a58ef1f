/**
 * The command {@code holdfast}: its door is {@link io.holdfast.lock.cli.Holdfast}, and here is what
 * its subcommands share: options, exit statuses, how failures are told. One thread.
 */
@NullMarked
package io.holdfast.lock.cli;

import org.jspecify.annotations.NullMarked;
