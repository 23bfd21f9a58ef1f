package io.holdfast.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.holdfast.lock.LockKind;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LockTagsTest {

  private static String tag(LockTags tags, String name) {
    return tags.tagOf(LockKind.PLAIN, name);
  }

  @Test
  void byGroup_name_isWhatStandsBeforeTheFirstColon() {
    LockTags tags = LockTags.byGroup();
    assertThat(tag(tags, "order:42:item")).isEqualTo("order");
    assertThat(tag(tags, "nightly")).isEqualTo("nightly");
    assertThat(tag(tags, ":42")).isEqualTo("unnamed");
    assertThat(tag(tags, "")).isEqualTo("unnamed");
  }

  @Test
  void byName_moreNamesThanTheBound_areOther() {
    LockTags tags = LockTags.byName();
    Set<String> values =
        IntStream.range(0, 10_000).mapToObj(i -> tag(tags, "n" + i)).collect(Collectors.toSet());
    assertThat(values).hasSize(101).contains("n0", "n99", LockTags.OTHER);
    assertThat(tag(tags, "n0")).isEqualTo("n0");
    assertThat(tag(tags, "n9999")).isEqualTo(LockTags.OTHER);
  }

  @Test
  void of_manyThreads_neverMoreThanTheBound() {
    LockTags tags = LockTags.of((kind, name) -> name, 10);
    Set<String> values =
        IntStream.range(0, 100_000)
            .parallel()
            .mapToObj(i -> tag(tags, "n" + i % 50))
            .collect(Collectors.toSet());
    assertThat(values).hasSizeLessThanOrEqualTo(11);
  }

  @Test
  void none_anyName_isOneValue() {
    LockTags tags = LockTags.none();
    assertThat(tag(tags, "a")).isEqualTo("all").isEqualTo(tag(tags, "b"));
  }

  @Test
  void tagOf_longValue_isCut() {
    assertThat(tag(LockTags.byName(), "x".repeat(1000))).hasSize(100);
  }

  @Test
  void of_boundBelowOne_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LockTags.of((kind, name) -> name, 0))
        .withMessage("0 lock tags: must be at least 1");
  }

  @Test
  void clientTag_labelWithTheNumberOfThisProcess_isWithoutIt() {
    long pid = ProcessHandle.current().pid();
    assertThat(ClientTag.of("web-3/" + pid)).isEqualTo("web-3");
    assertThat(ClientTag.of("shop@web-3/" + pid)).isEqualTo("shop@web-3");
    assertThat(ClientTag.of("shop" + pid)).isEqualTo("shop" + pid);
    assertThat(ClientTag.of("shop")).isEqualTo("shop");
    assertThat(ClientTag.of("/" + pid)).isEqualTo("unnamed");
  }
}
