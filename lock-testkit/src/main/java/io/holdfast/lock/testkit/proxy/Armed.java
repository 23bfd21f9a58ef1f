package io.holdfast.lock.testkit.proxy;

/** A rule with what it waits for and what it does then. */
record Armed(Command command, Connections connections, Reaction reaction, Rule rule) {}
