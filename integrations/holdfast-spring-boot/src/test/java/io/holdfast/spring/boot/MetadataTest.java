package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;

/** The metadata that IDEs read have all properties, with their defaults and a description. */
class MetadataTest {

  private static final Map<String, String> TABLE =
      Map.ofEntries(
          Map.entry("holdfast.enabled", "true"),
          Map.entry("holdfast.url", "null"),
          Map.entry("holdfast.username", "null"),
          Map.entry("holdfast.password", "null"),
          Map.entry("holdfast.ssl.bundle", "null"),
          Map.entry("holdfast.ssl.verify-peer", "null"),
          Map.entry("holdfast.connect", "background"),
          Map.entry("holdfast.key-prefix", "holdfast"),
          Map.entry("holdfast.client-label", "null"),
          Map.entry("holdfast.lease", "30s"),
          Map.entry("holdfast.claim-lease", "5s"),
          Map.entry("holdfast.slice", "5ms"),
          Map.entry("holdfast.linger", "0"),
          Map.entry("holdfast.command-timeout", "2s"),
          Map.entry("holdfast.unreachable-limit", "60s"),
          Map.entry("holdfast.long-wait", "30s"),
          Map.entry("holdfast.retention", "10m"),
          Map.entry("holdfast.cluster.enabled", "false"),
          Map.entry("holdfast.cluster.refresh.period", "null"),
          Map.entry("holdfast.quorum.nodes", "null"),
          Map.entry("holdfast.quorum.max-lease", "60s"),
          Map.entry("holdfast.quorum.quarantine", "true"),
          Map.entry("holdfast.health.down-after", "10s"),
          Map.entry("holdfast.annotations.enabled", "true"),
          Map.entry("holdfast.annotations.order", "2147482647"),
          Map.entry("holdfast.annotations.strict-order", "true"),
          Map.entry("holdfast.annotations.wait-at-most", "10s"),
          Map.entry("holdfast.annotations.lease", "renewed"),
          Map.entry("holdfast.metrics.enabled", "true"),
          Map.entry("holdfast.metrics.lock-tag", "group"),
          Map.entry("holdfast.metrics.max-lock-tags", "100"),
          Map.entry("holdfast.observations.enabled", "true"),
          Map.entry("management.health.holdfast.enabled", "true"),
          Map.entry("management.health.holdfast-quorum.enabled", "true"),
          Map.entry("management.endpoint.holdfast.access", "read_only"),
          Map.entry("management.endpoint.holdfast.cache.time-to-live", "0ms"));

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> read(String part) throws IOException {
    try (InputStream in =
        HoldfastProperties.class.getResourceAsStream(
            "/META-INF/spring-configuration-metadata.json")) {
      Map<String, Object> all =
          JsonParserFactory.getJsonParser()
              .parseMap(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      return (List<Map<String, Object>>) all.get(part);
    }
  }

  @Test
  void metadata_properties_areThoseOfTheTable() throws IOException {
    Map<String, String> found = new TreeMap<>();
    read("properties")
        .forEach(
            one ->
                found.put(
                    String.valueOf(one.get("name")), String.valueOf(one.get("defaultValue"))));
    assertThat(found).containsExactlyInAnyOrderEntriesOf(TABLE);
  }

  @Test
  void metadata_eachProperty_isDescribed() throws IOException {
    assertThat(read("properties"))
        .allSatisfy(one -> assertThat(String.valueOf(one.get("description"))).endsWith("."));
  }

  @Test
  void metadata_eachHint_isForAPropertyOfTheTable() throws IOException {
    assertThat(read("hints"))
        .extracting(one -> String.valueOf(one.get("name")))
        .contains("holdfast.connect", "holdfast.annotations.lease", "holdfast.metrics.lock-tag")
        .isSubsetOf(TABLE.keySet());
  }
}
