/**
 * {@code holdfast demo}: several JVMs contend for one lock, one is killed, one is frozen, and what
 * was promised is checked against what happened.
 *
 * <p>The door is {@link io.holdfast.lock.cli.demo.DemoCommand}. {@link
 * io.holdfast.lock.cli.demo.Story} tells the chapters, {@link io.holdfast.lock.cli.demo.Director}
 * waits until orders are carried out; {@link io.holdfast.lock.cli.demo.WorkerMain} is what runs in
 * the other JVMs, they report by {@link io.holdfast.lock.cli.demo.WorkerEvent}s, one line each;
 * {@link io.holdfast.lock.cli.demo.CounterStore} is the resource that the lock protects; {@link
 * io.holdfast.lock.cli.demo.History} collects what happened; {@link
 * io.holdfast.lock.cli.demo.Verifier} judges it. One thread tells the story, one for each worker
 * reads its reports, one for each worker serves it the counter.
 */
@NullMarked
package io.holdfast.lock.cli.demo;

import org.jspecify.annotations.NullMarked;
