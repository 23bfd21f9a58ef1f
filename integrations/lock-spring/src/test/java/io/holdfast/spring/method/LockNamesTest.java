package io.holdfast.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.holdfast.spring.Locked;
import io.holdfast.spring.LockedSettings;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

class LockNamesTest {

  private static final String MANY = "x".repeat(1025);

  private final DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
  private final LockedMethods methods =
      new LockedMethods(LockedSettings::defaults, text -> text.replace("${region}", "north"));

  record Order(@Nullable Long id, String shop) {}

  static class Names {
    @Locked("order:#{#order.id}")
    void ofParameter(Order order) {}

    @Locked("order:#{#p0.id}:#{#a0.shop}")
    void ofIndex(Order order) {}

    @Locked("${region}:orders")
    void ofPlaceholder() {}

    @Locked("#{@keys.of(#order)}")
    void ofBean(Order order) {}

    @Locked("#{#root.targetClass.simpleName}.#{#root.methodName}")
    void ofRoot() {}

    @Locked({"b:#{#p0}", "a:#{#p1}", "b:#{#p0}"})
    void several(@Nullable Object first, @Nullable Object second) {}

    @Locked("#{#ids.![#this * 10]}")
    void ofList(List<Integer> ids) {}

    @Locked("stock:#{#ids}:#{#shop}")
    void ofEach(@Nullable Object ids, Object shop) {}

    @Locked("#{#p0}")
    void ofAny(@Nullable Object any) {}

    @Locked("#{'order:' + #id}")
    void added(@Nullable Long id) {}

    @Locked("#{'order:' + (#id == null ? 'none' : #id)}")
    void addedIfThere(@Nullable Long id) {}

    @Locked("#{'order:' + #any}")
    void addedAny(@Nullable Object any) {}

    @Locked("#{#id > 5 ? #id + 1 : 0}")
    void addedNumber(Long id) {}
  }

  static class Unseen {
    @Locked("#{#a ? 'order:' + #b : 'x'}")
    void inTernary(boolean a, String b) {}

    @Locked("#{#b ?: 'order:' + #a}")
    void inElvis(boolean a, String b) {}

    @Locked("#{#ids.!['order:' + #this]}")
    void inProjection(List<Integer> ids) {}

    @Locked("#{#b.concat('order:' + #a)}")
    void inArgument(Object a, String b) {}
  }

  interface Shelf<T> {
    @Locked("shelf:#{#p0}")
    void put(T item);
  }

  static class BookShelf implements Shelf<String> {
    @Override
    public void put(String item) {}
  }

  private SortedSet<String> names(String method, @Nullable Object... args) {
    return namesOf(new Names(), method, args);
  }

  private SortedSet<String> namesOf(Object target, String name, @Nullable Object... args) {
    Method method =
        Arrays.stream(target.getClass().getDeclaredMethods())
            .filter(each -> each.getName().equals(name) && !each.isBridge())
            .findFirst()
            .orElseThrow();
    return methods.of(method, target.getClass()).names(beans, target, args);
  }

  @Test
  void names_ofAParameter_areEvaluated() {
    assertThat(names("ofParameter", new Order(42L, "a"))).containsExactly("order:42");
    assertThat(names("ofIndex", new Order(42L, "a"))).containsExactly("order:42:a");
  }

  @Test
  void names_withAPlaceholder_areResolved() {
    assertThat(names("ofPlaceholder")).containsExactly("north:orders");
  }

  @Test
  void names_ofABean_askIt() {
    beans.registerSingleton("keys", new Keys());

    assertThat(names("ofBean", new Order(1L, "b"))).containsExactly("key-b");
  }

  public static class Keys {
    public String of(Order order) {
      return "key-" + order.shop();
    }
  }

  @Test
  void names_ofTheRoot_tellTheMethod() {
    assertThat(names("ofRoot")).containsExactly("Names.ofRoot");
  }

  @Test
  void names_several_areSortedAndCountOnce() {
    assertThat(names("several", "1", 2)).containsExactly("a:2", "b:1");
  }

  @Test
  void names_ofACollection_areOneEach() {
    assertThat(names("ofList", List.of(2, 1))).containsExactly("10", "20");
    assertThat(names("ofEach", List.of(2, 1), "a")).containsExactly("stock:1:a", "stock:2:a");
    assertThat(names("ofEach", "1", Optional.of(2))).containsExactly("stock:1:2");
    assertThat(names("ofEach", OptionalLong.of(1), OptionalInt.of(2))).containsExactly("stock:1:2");
    assertThat(names("ofAny", Path.of("a", "b"))).containsExactly(Path.of("a", "b").toString());
    assertThat(names("ofAny", (Object) new int[] {7, 8})).containsExactly("7", "8");
  }

  @Test
  void names_ofTwoCollections_areRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> names("ofEach", List.of(1, 2), List.of(3, 4)))
        .withMessageContaining("#{#shop} is the second collection in this name");
  }

  static Stream<@Nullable Object> noParts() {
    return Stream.of(
        Optional.empty(),
        Optional.of(Optional.empty()),
        OptionalInt.empty(),
        OptionalLong.empty(),
        OptionalDouble.empty(),
        new Keys(),
        List.of(),
        Arrays.asList("a", null),
        List.of(List.of("a")),
        Map.of("a", "b"),
        new CompletableFuture<>());
  }

  @ParameterizedTest
  @MethodSource("noParts")
  void names_withAPartThatIsNone_areRefused(Object part) {
    assertThatIllegalArgumentException().isThrownBy(() -> names("ofEach", part, "a"));
    assertThatIllegalArgumentException().isThrownBy(() -> names("ofAny", part));
    assertThatIllegalArgumentException().isThrownBy(() -> names("addedAny", part));
  }

  @ParameterizedTest
  @ValueSource(strings = {"inTernary", "inElvis", "inProjection", "inArgument"})
  void names_whereANullWouldNotBeSeen_areRefusedWhenRead(String name) {
    Method method =
        Arrays.stream(Unseen.class.getDeclaredMethods())
            .filter(each -> each.getName().equals(name))
            .findFirst()
            .orElseThrow();

    assertThatIllegalStateException()
        .isThrownBy(() -> methods.of(method, Unseen.class))
        .withMessageContaining("could silently turn null into text");
  }

  @Test
  void names_ofAGenericInterface_areThoseOfItsAnnotation() {
    assertThat(namesOf(new BookShelf(), "put", "x")).containsExactly("shelf:x");
  }

  @Test
  void names_ofNull_areRefusedWithMethodAndExpression() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> names("ofParameter", new Order(null, "a")))
        .withMessageContaining("Names.ofParameter(Order)")
        .withMessageContaining("order:#{#order.id}")
        .withMessageContaining("#{#order.id} is null")
        .withMessageContaining("Order[id=null, shop=a]");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {"-,1", "1,-", "' ',1", "1,''"})
  void names_anyOfSeveralNullOrBlank_areRefused(@Nullable String first, @Nullable String second) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> names("several", first, second))
        .withMessageContaining("Names.several(Object, Object)");
  }

  @Test
  void names_whereNullIsAddedToText_areRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> names("added", new Object[] {null}))
        .withMessageContaining("#id} is null");
    assertThat(names("added", 1L)).containsExactly("order:1");
    assertThat(names("addedIfThere", new Object[] {null})).containsExactly("order:none");
    assertThat(names("addedNumber", 6L)).containsExactly("7");
    assertThat(names("addedIfThere", 1L)).containsExactly("order:1");
  }

  @Test
  void names_ofAnElementThatIsNull_areRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> names("ofAny", Arrays.asList("a", null)))
        .withMessageContaining("is null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> names("ofAny", List.of()))
        .withMessageContaining("at least one");
  }

  @Test
  void names_ofAnObjectWithoutText_areRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> names("ofAny", new Keys()))
        .withMessageContaining("no toString() of its own");
  }

  @Test
  void names_tooLong_areRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> names("ofAny", MANY))
        .withMessageContaining("1025 bytes");
    assertThat(names("ofAny", MANY.substring(1))).hasSize(1);
  }

  @Test
  void names_thatThrow_areRefusedWithTheCause() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> names("ofIndex", new Object[] {null}))
        .withMessageContaining("#{#p0.id} cannot be evaluated");
  }

  @Test
  void methods_askedForAgain_areReadOnce() throws NoSuchMethodException {
    Method method = Names.class.getDeclaredMethod("ofRoot");

    assertThat(methods.of(method, Names.class)).isSameAs(methods.of(method, Names.class));
  }

  @ParameterizedTest
  @ValueSource(strings = {"500ms", "5s", "2m", "1h", "PT5S", "pt0.5s", "0", " 3s "})
  void waits_wellFormed_areRead(String text) {
    assertThat(Times.wait(text)).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5",
        "5 s",
        "soon",
        "-5s",
        "PT-5S",
        "25h",
        "9999999999999999999s",
        "999999999999999h"
      })
  void waits_others_areRefusedWithTheValue(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Times.wait(text))
        .withMessageContaining(text.strip());
  }

  @Test
  void leases_eachForm_areRead() {
    assertThat(
            Map.of(
                "renewed", Times.lease("renewed").toString(),
                "renewed 1m", Times.lease("renewed 1m").toString(),
                "30s", Times.lease("30s").toString()))
        .containsEntry("renewed", "Renewed[length=Optional.empty, cap=Optional.empty]")
        .containsEntry("renewed 1m", "Renewed[length=Optional[PT1M], cap=Optional.empty]")
        .containsEntry("30s", "Fixed[length=PT30S]");
  }
}
