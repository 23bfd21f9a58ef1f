package io.holdfast.lock.core.kind;

import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.Strays;
import io.holdfast.lock.core.gate.Gates;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.node.Node;
import io.holdfast.lock.core.verbs.LockScripts;
import io.holdfast.lock.core.verbs.ScriptVerbs;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What the locks of every kind are made of, in one client.
 *
 * @param engine what it runs on
 * @param node the server
 * @param keyspace names of keys
 * @param retention how long the ledger of a lock remembers
 * @param clientDescription the client, for people
 * @param siblings the other kinds of the client
 */
public record KindParts(
    Engine engine,
    Node node,
    Keyspace keyspace,
    Duration retention,
    String clientDescription,
    Siblings siblings)
    implements Gates.Client {

  /** The kinds that one client has. */
  public interface Siblings {

    /** Those of this kind; made if there are none. */
    <T extends LocksOfKind> T present(String kind, Class<T> type, Function<KindParts, T> maker);

    /** The client does without these from now on, if it has them. */
    void forget(String kind, LocksOfKind locks);
  }

  /** Something made of a client by another module, that closes with it. */
  private record Attached(AutoCloseable it) implements LocksOfKind {

    @Override
    public int size() {
      return 0; // it knows its names itself
    }

    @Override
    public void close() {
      try {
        it.close();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException("not closed: " + it, e);
      }
    }
  }

  /**
   * What the client has of this name; made if there is none, and closed with the client unless it
   * is detached before.
   */
  public <T extends AutoCloseable> T attached(String name, Class<T> type, Supplier<T> maker) {
    return type.cast(
        siblings.present(name, Attached.class, made -> new Attached(maker.get())).it());
  }

  /** The client does without it from now on, if that is what it has of this name. */
  public void detach(String name, AutoCloseable it) {
    siblings.forget(name, new Attached(it));
  }

  /** The requests of a kind that one has at a time. */
  ScriptVerbs exclusiveVerbs(boolean isOrdered) {
    return new ScriptVerbs(node.link(), node.ears(), retention, keyspace, isOrdered);
  }

  /** The requests of another kind, in one role. */
  public ScriptVerbs verbs(LockScripts scripts, ScriptVerbs.Role role) {
    return new ScriptVerbs(node.link(), node.ears(), retention, keyspace, scripts, role);
  }

  /** The requests of a kind whose ledger remembers for this long at least, in one role. */
  public ScriptVerbs rememberingVerbs(
      Duration atLeast, LockScripts scripts, ScriptVerbs.Role role) {
    Duration memory = longer(retention, atLeast);
    return new ScriptVerbs(node.link(), node.ears(), memory, keyspace, scripts, role);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /**
   * Has what the server has of this client, and nobody here, be ended.
   *
   * @param kind what stands in the keys
   * @param keysOf the lock of a name
   */
  public void endStrays(String kind, Function<String, LockKeys> keysOf, ScriptVerbs verbs) {
    engine
        .strays()
        .of(
            kind,
            new Strays.Kin(
                key -> keyspace.nameOf(kind, key).map(keysOf), verbs, node.inbox()::hasGuest));
  }
}
