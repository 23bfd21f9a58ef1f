package io.holdfast.lock.cli.demo;

/**
 * One claim, judged.
 *
 * @param claim what was promised
 * @param holds whether it held
 * @param detail the numbers
 */
record Finding(String claim, boolean holds, String detail) {}
