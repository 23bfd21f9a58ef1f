package io.holdfast.lock.testkit.junit;

import io.holdfast.lock.testkit.concurrent.Eventually;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Fails a test that leaves something behind: keys, channels, connections, threads, or anything else
 * it is told to look at. It ignores what was there before the test. Waits up to 60 s, since a
 * release may be going on in the background.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final CleanWorld clean =
 *     CleanWorld.ofSharedServer().keys("holdfast:*").exceptKeys("holdfast:.*:token").threads("holdfast-");
 * }</pre>
 *
 * <p>Immutable: every method returns a stricter or more lenient copy. Channels and connections are
 * always looked at. A test must close what it opens in {@code @AfterEach} or before; a class must
 * open its own things in {@code @BeforeAll}.
 */
public final class CleanWorld implements BeforeEachCallback, AfterEachCallback {

  private static final Namespace NAMESPACE = Namespace.create(CleanWorld.class);

  private final Function<ExtensionContext, TestServer> server;
  private final CleanRules rules;
  private final Duration patience;

  private CleanWorld(
      Function<ExtensionContext, TestServer> server, CleanRules rules, Duration patience) {
    this.server = server;
    this.rules = rules;
    this.patience = patience;
  }

  /** Looks at the server that {@link RedisServerExtension} shares. */
  public static CleanWorld ofSharedServer() {
    return of(RedisServerExtension::shared);
  }

  /** Looks at this server. */
  public static CleanWorld of(TestServer server) {
    return of(context -> server);
  }

  private static CleanWorld of(Function<ExtensionContext, TestServer> server) {
    return new CleanWorld(server, CleanRules.NONE, Duration.ofMinutes(1));
  }

  /** No key that matches this pattern of Redis ({@code holdfast:*}) may be left. */
  public CleanWorld keys(String pattern) {
    return new CleanWorld(server, rules.forbidKeys(pattern), patience);
  }

  /** Keys that match this regular expression as a whole may be left. */
  public CleanWorld exceptKeys(String regex) {
    return new CleanWorld(server, rules.allowKeys(Pattern.compile(regex)), patience);
  }

  /** No thread whose name begins with this may be left; virtual threads are not seen. */
  public CleanWorld threads(String prefix) {
    return new CleanWorld(server, rules.forbidThreads(prefix), patience);
  }

  /** This list must be empty after a test, too: waiters, timers, anything that can be listed. */
  public CleanWorld also(String what, Callable<? extends Collection<?>> leftovers) {
    return new CleanWorld(server, rules.also(new CleanRules.Extra(what, leftovers)), patience);
  }

  /** How long to wait for what goes on in the background, instead of 60 s. */
  public CleanWorld patience(Duration limit) {
    return new CleanWorld(server, rules, limit);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    context.getStore(NAMESPACE).put(this, rules.look(server.apply(context)));
  }

  @Override
  public void afterEach(ExtensionContext context) {
    CleanRules.Sight before = context.getStore(NAMESPACE).remove(this, CleanRules.Sight.class);
    if (before != null) {
      TestServer looked = server.apply(context);
      Eventually.within(patience)
          .expect(
              "nothing left behind by " + context.getDisplayName(),
              () -> rules.leftovers(before, rules.look(looked)),
              List::isEmpty);
    }
  }
}
