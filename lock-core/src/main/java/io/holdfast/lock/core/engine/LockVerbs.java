package io.holdfast.lock.core.engine;

/** All requests of a kind of lock that one has at a time. */
public interface LockVerbs extends Verbs, RollCall.RollVerbs, ConditionVerbs, StrayVerbs {}
