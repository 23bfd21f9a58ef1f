package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Administration.State;
import java.util.Optional;

/**
 * What a node says of a lock when it is inspected.
 *
 * @param state what it knows
 * @param doubt why it may have forgotten a hold that is still valid; empty if it cannot have
 */
record Sight(State state, Optional<String> doubt) {}
