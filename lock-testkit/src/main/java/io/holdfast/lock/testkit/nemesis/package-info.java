/**
 * Makes life hard for a system under test, for a while, in an order that a seed decides: kills,
 * freezes, partitions and the rest of it, each followed by its healing.
 *
 * <p>The door is {@link io.holdfast.lock.testkit.nemesis.Nemesis}. It knows servers, proxies and
 * {@linkplain io.holdfast.lock.testkit.nemesis.Worker workers} ({@link
 * io.holdfast.lock.testkit.nemesis.Battlefield}), and nothing of what they are used for. {@link
 * io.holdfast.lock.testkit.nemesis.Faults} is the catalogue; a {@link
 * io.holdfast.lock.testkit.nemesis.Fault} of one's own goes beside it. It runs on one thread of its
 * own.
 */
@NullMarked
package io.holdfast.lock.testkit.nemesis;

import org.jspecify.annotations.NullMarked;
