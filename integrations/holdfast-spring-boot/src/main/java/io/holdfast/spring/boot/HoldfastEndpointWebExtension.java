package io.holdfast.spring.boot;

import io.holdfast.lock.LockServerException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * What HTTP answers: 400 for a name that no lock can have, 404 for a kind that there is not, 503 if
 * the server does not answer.
 */
@EndpointWebExtension(endpoint = HoldfastEndpoint.class)
public final class HoldfastEndpointWebExtension {

  private final HoldfastEndpoint endpoint;

  HoldfastEndpointWebExtension(HoldfastEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  /** As that of the endpoint. */
  @ReadOperation
  public WebEndpointResponse<Object> inspect(
      @Selector String kind, @Selector(match = Selector.Match.ALL_REMAINING) String... name) {
    return answer(kind, () -> endpoint.inspect(kind, name));
  }

  /** As that of the endpoint. */
  @DeleteOperation
  public WebEndpointResponse<Object> forceUnlock(
      @Selector String kind, @Selector(match = Selector.Match.ALL_REMAINING) String... name) {
    return answer(kind, () -> endpoint.forceUnlock(kind, name));
  }

  private WebEndpointResponse<Object> answer(String kind, Supplier<@Nullable Object> operation) {
    try {
      Object found = operation.get();
      return found == null
          ? problem(
              WebEndpointResponse.STATUS_NOT_FOUND,
              "There are no locks of the kind '%s'; known kinds: %s"
                  .formatted(kind, endpoint.kinds()))
          : new WebEndpointResponse<>(found);
    } catch (IllegalArgumentException e) {
      return problem(WebEndpointResponse.STATUS_BAD_REQUEST, e.getMessage());
    } catch (LockServerException e) {
      return problem(WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE, e.getMessage());
    }
  }

  private static WebEndpointResponse<Object> problem(int status, @Nullable String error) {
    return new WebEndpointResponse<>(new Problem(String.valueOf(error)), status);
  }

  /** Why there is no other answer. */
  public record Problem(String error) {}
}
