/**
 * Makes life hard for a system under test, for a while, in an order that a seed decides: kills,
 * freezes, partitions and the rest of it, each followed by its healing.
 *
 * <p>The door is {@link io.holdfast.lock.torture.nemesis.Nemesis}. It knows servers, proxies and
 * {@linkplain io.holdfast.lock.torture.nemesis.Worker workers} ({@link
 * io.holdfast.lock.torture.nemesis.Battlefield}), and nothing of what they are used for. {@link
 * io.holdfast.lock.torture.nemesis.Faults} is the catalogue; a {@link
 * io.holdfast.lock.torture.nemesis.Fault} of one's own goes beside it. It runs on one thread of its
 * own.
 */
@NullMarked
package io.holdfast.lock.torture.nemesis;

import org.jspecify.annotations.NullMarked;
