package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.HoldfastClient;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetailsFactories;
import org.springframework.boot.docker.compose.core.ConnectionPorts;
import org.springframework.boot.docker.compose.core.ImageReference;
import org.springframework.boot.docker.compose.core.RunningService;
import org.springframework.boot.docker.compose.service.connection.DockerComposeConnectionSource;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.boot.testcontainers.service.connection.ServiceConnectionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.mock.env.MockEnvironment;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/** Servers in containers. Nothing is started, so no Docker is needed. */
class ServiceConnectionTest {

  /** Says where it would be. */
  static final class NotStarted extends GenericContainer<NotStarted> {

    NotStarted(String image) {
      super(DockerImageName.parse(image));
    }

    @Override
    public void start() {}

    @Override
    public void stop() {}

    @Override
    public String getHost() {
      return "docker";
    }

    @Override
    public Integer getMappedPort(int port) {
      return port + 10_000;
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Valkey {
    @Bean
    @ServiceConnection(name = "valkey/valkey") // of a bean Boot does not know the image
    NotStarted container() {
      return new NotStarted("valkey/valkey:8");
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Named {
    @Bean
    @ServiceConnection(name = "redis", type = HoldfastConnectionDetails.class)
    NotStarted container() {
      return new NotStarted("example/own:1");
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {Valkey.class, Named.class})
  void container_serviceConnection_isTheServer(Class<?> containers) {
    Contexts.bare()
        .withConfiguration(AutoConfigurations.of(ServiceConnectionAutoConfiguration.class))
        .withUserConfiguration(containers)
        .withPropertyValues("holdfast.url=redis://nowhere.invalid:1")
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              assertThat(context.getBean(HoldfastClient.class).status().server())
                  .isEqualTo("redis://docker:16379");
            });
  }

  private record Service(String imageName) implements RunningService {
    @Override
    public String name() {
      return "locks";
    }

    @Override
    public ImageReference image() {
      return ImageReference.of(imageName);
    }

    @Override
    public String host() {
      return "compose";
    }

    @Override
    public ConnectionPorts ports() {
      return new ConnectionPorts() {
        @Override
        public int get(int containerPort) {
          return containerPort + 20_000;
        }

        @Override
        public List<Integer> getAll() {
          return List.of(26_379);
        }

        @Override
        public List<Integer> getAll(String protocol) {
          return getAll();
        }
      };
    }

    @Override
    public Map<String, String> env() {
      return Map.of();
    }

    @Override
    public Map<String, String> labels() {
      return Map.of();
    }
  }

  /** Boot makes sources where it has asked Docker. */
  private static DockerComposeConnectionSource source(String image) throws Exception {
    var constructor =
        DockerComposeConnectionSource.class.getDeclaredConstructor(
            RunningService.class, Environment.class);
    constructor.setAccessible(true);
    return constructor.newInstance(new Service(image), new MockEnvironment());
  }

  private static Map<Class<?>, ConnectionDetails> detailsOf(String image) throws Exception {
    return new ConnectionDetailsFactories(ServiceConnectionTest.class.getClassLoader())
        .getConnectionDetails(source(image), false);
  }

  @Test
  void compose_serviceOfAServersImage_isTheServer() throws Exception {
    for (String image : new String[] {"redis:7", "valkey/valkey:8"}) {
      ConnectionDetails details = detailsOf(image).get(HoldfastConnectionDetails.class);
      assertThat(details).as(image).isNotNull();
      assertThat(((HoldfastConnectionDetails) details).getServer())
          .hasToString(HoldfastServer.of("redis://compose:26379").toString());
    }
  }

  @Test
  void compose_serviceOfAnotherImage_isNotTheServer() throws Exception {
    assertThat(detailsOf("postgres:17")).doesNotContainKey(HoldfastConnectionDetails.class);
  }
}
