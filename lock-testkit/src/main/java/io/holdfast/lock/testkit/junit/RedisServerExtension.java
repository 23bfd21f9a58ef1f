package io.holdfast.lock.testkit.junit;

import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.testkit.server.TestServers;
import java.util.Optional;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Hands servers to tests, as parameters of type {@link TestServer} or {@link RedisServer}.
 *
 * <pre>{@code
 * @ExtendWith(RedisServerExtension.class)
 * class OrdersIT {
 *   @Test
 *   void order_twice_isRefused(TestServer server) { ... server.uri() ... }
 *
 *   @Test
 *   void order_serverGone_fails(@FreshServer RedisServer server) { ... server.kill() ... }
 * }
 * }</pre>
 *
 * <p>A plain parameter is the <em>shared</em> server: one of the kind {@link TestServers} chooses,
 * started when first asked for, ended with the test run. Before each test of an extended class it
 * is {@linkplain TestServer#wipe() wiped}, so such classes must not run in parallel; another
 * owner's server is wiped only if that is allowed; otherwise tests need names that nobody else
 * uses. A shared {@link RedisServer} may be looked at as a process, but leave it running. To kill
 * servers use {@link FreshServer}, which also hands out proxies and several servers.
 *
 * <p>Where the chosen server is not a process of ours, tests that ask for a {@link RedisServer} are
 * disabled, with the reason.
 */
public final class RedisServerExtension
    implements ParameterResolver, BeforeEachCallback, ExecutionCondition {

  private static final Namespace NAMESPACE = Namespace.create(RedisServerExtension.class);
  private static final String SHARED = "shared";

  /** For JUnit. */
  public RedisServerExtension() {}

  /** The shared server; starts it if it has not been. */
  public static TestServer shared(ExtensionContext context) {
    return sessionStore(context)
        .computeIfAbsent(SHARED, key -> TestServers.open(), TestServer.class);
  }

  /** The shared server, if it has been started. */
  static Optional<TestServer> sharedIfOpen(ExtensionContext context) {
    return Optional.ofNullable(sessionStore(context).get(SHARED, TestServer.class));
  }

  /** The store closes what is in it when the test run ends. */
  private static Store sessionStore(ExtensionContext context) {
    return context.getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE);
  }

  @Override
  public ExtensionContextScope getTestInstantiationExtensionContextScope(
      ExtensionContext rootContext) {
    return ExtensionContextScope
        .TEST_METHOD; // a constructor's fresh server is the test's, not the class's
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return TestServers.whyNotControllable()
        .filter(why -> ServerParameters.needProcess(context))
        .map(why -> "needs a server process of its own: " + why)
        .or(() -> ServerParameters.whyNoClock(context))
        .map(ConditionEvaluationResult::disabled)
        .orElseGet(() -> ConditionEvaluationResult.enabled("the server is of the kind asked for"));
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    if (TestServers.mayWipe()) {
      sharedIfOpen(context).ifPresent(TestServer::wipe);
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == TestServer.class
        || type == RedisServer.class
        || (parameter.isAnnotated(FreshServer.class) && FreshParts.know(type));
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter
        .findAnnotation(FreshServer.class)
        // Closed by the store, which lives as long as the test or class that asked first.
        .map(wish -> new FreshParts(wish, context.getStore(NAMESPACE)))
        .map(parts -> parts.of(parameter.getParameter().getType()))
        .orElseGet(() -> shared(context));
  }
}
