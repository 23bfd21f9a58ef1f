package io.holdfast.spring.boot;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.fair.FairLocks;
import io.holdfast.lock.readwrite.ReadWriteLocks;
import io.holdfast.lock.redlock.RedLocks;
import io.holdfast.lock.semaphore.Semaphores;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/** The kinds of locks whose modules are on the class path. */
@AutoConfiguration(after = HoldfastAutoConfiguration.class)
@ConditionalOnClass(HoldfastClient.class)
@ConditionalOnBooleanProperty(name = "holdfast.enabled", matchIfMissing = true)
public final class HoldfastKindsAutoConfiguration {

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnSingleCandidate(HoldfastClient.class)
  static class Plain {

    @Bean
    KindOfLocks holdfastPlainKind(HoldfastClient client) {
      return new KindOfLocks(LockKind.PLAIN, client);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(FairLocks.class)
  @ConditionalOnSingleCandidate(HoldfastClient.class)
  static class Fair {

    @Bean
    @ConditionalOnMissingBean
    FairLocks holdfastFairLocks(HoldfastClient client) {
      return new FairLocks(client);
    }

    @Bean
    @ConditionalOnSingleCandidate(FairLocks.class)
    KindOfLocks holdfastFairKind(FairLocks locks) {
      return new KindOfLocks(LockKind.FAIR, locks);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ReadWriteLocks.class)
  @ConditionalOnSingleCandidate(HoldfastClient.class)
  static class ReadWrite {

    @Bean
    @ConditionalOnMissingBean
    ReadWriteLocks holdfastReadWriteLocks(HoldfastClient client) {
      return new ReadWriteLocks(client);
    }

    @Bean
    @ConditionalOnSingleCandidate(ReadWriteLocks.class)
    KindOfLocks holdfastReadKind(ReadWriteLocks locks) {
      return new KindOfLocks(LockKind.READ, locks.reading());
    }

    @Bean
    @ConditionalOnSingleCandidate(ReadWriteLocks.class)
    KindOfLocks holdfastWriteKind(ReadWriteLocks locks) {
      return new KindOfLocks(LockKind.WRITE, locks.writing());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(Semaphores.class)
  @ConditionalOnSingleCandidate(HoldfastClient.class)
  static class Counting {

    @Bean
    @ConditionalOnMissingBean
    Semaphores holdfastSemaphores(HoldfastClient client) {
      return new Semaphores(client);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(RedLocks.class)
  @ConditionalOnBean(ClientFactory.class)
  static class Quorum {

    @Bean(destroyMethod = "close")
    @Conditional(OnQuorumNodes.class)
    @ConditionalOnMissingBean(RedLocks.class)
    QuorumNodes holdfastQuorumNodes(
        HoldfastProperties properties,
        ClientSettings settings,
        ClientFactory factory,
        ObjectProvider<SslBundles> bundles) {
      return QuorumNodes.open(properties, settings, factory, Bundles.own(properties, bundles));
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnBean(QuorumNodes.class)
    @ConditionalOnMissingBean
    RedLocks holdfastRedLocks(QuorumNodes nodes) {
      return nodes.locks();
    }

    @Bean
    @ConditionalOnSingleCandidate(RedLocks.class)
    KindOfLocks holdfastQuorumKind(RedLocks locks) {
      return new KindOfLocks(LockKind.QUORUM, locks, locks::holds, locks.clients());
    }
  }
}
