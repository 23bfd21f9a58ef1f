/**
 * Processes that contend for locks in every way the API has, work under them and write histories:
 * {@link io.holdfast.lock.torture.workload.Worker}. To try a lock of your own, say how to get at it
 * in a {@link io.holdfast.lock.torture.workload.WorkloadFixture}:
 *
 * <pre>{@code
 * WorkerOptions options =
 *     WorkerOptions.of(MyFixture.class.getName(), directory, List.of(server.uri()))
 *         .contention(4, 2).lease(Duration.ofSeconds(1));
 * try (JvmProcess one = options.seed(1).command().start();
 *     JvmProcess other = options.seed(2).command().start()) {
 *   one.awaitLine("ready");
 *   ... freeze, kill, break things ...
 *   one.send("stop");
 *   other.send("stop");
 *   one.exitValue(Duration.ofSeconds(30));
 *   other.exitValue(Duration.ofSeconds(30));
 * }
 * System.out.println(Examination.of(directory, Bounds.ofLease(Duration.ofSeconds(1))).verdict().report());
 * }</pre>
 *
 * <p>In each section a thread enters the register, adds to its unprotected counter and to its
 * fenced value, and leaves.
 *
 * <p>A fixture whose clients have a {@linkplain io.holdfast.lock.torture.client.LockClient#readLock
 * read lock} too can be given {@link io.holdfast.lock.torture.workload.Mix#readWrite()}. A reader
 * looks at the fenced value when it comes and when it goes: nobody may have written with a token
 * above its own.
 *
 * <p>With {@link io.holdfast.lock.torture.workload.Mix#pool()} it is permits of {@linkplain
 * io.holdfast.lock.torture.client.LockClient#pool pools} that they contend for, and that now and
 * then become more or fewer; there is no register then, as permits do not exclude.
 *
 * <p>More kinds of processes: {@link io.holdfast.lock.torture.workload.BufferWorker} shares a
 * bounded buffer with others, {@link io.holdfast.lock.torture.workload.WaitingClients} is many
 * clients that wait, to be killed or frozen at once, and {@link
 * io.holdfast.lock.torture.workload.HoldingClients} holds until it is killed.
 */
@NullMarked
package io.holdfast.lock.torture.workload;

import org.jspecify.annotations.NullMarked;
