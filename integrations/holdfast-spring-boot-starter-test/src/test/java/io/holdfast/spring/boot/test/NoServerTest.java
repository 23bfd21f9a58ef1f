package io.holdfast.spring.boot.test;

import static io.holdfast.spring.boot.test.LockAssertions.assertThatLock;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.core.HoldfastClient;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest
@AutoConfigureHoldfast(server = AutoConfigureHoldfast.Server.NONE)
class NoServerTest {

  @Test
  void client_noServer_isNotThere(@Autowired ObjectProvider<HoldfastClient> client) {
    assertThat(client.getIfAvailable()).isNull();
  }

  @Test
  void assertThatLock_noClient_saysWhatIsNeeded() {
    assertThatThrownBy(() -> assertThatLock("order:42"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("@AutoConfigureHoldfast");
  }
}
