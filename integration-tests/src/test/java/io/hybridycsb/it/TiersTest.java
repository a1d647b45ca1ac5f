package io.hybridycsb.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.commons.support.AnnotationSupport.findRepeatableAnnotations;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.commons.support.ReflectionSupport;

/** Each test on real clusters belongs to one group of the campaign, so that the groups are all. */
class TiersTest {
  private static final Set<String> GROUPS =
      Set.of(
          "veritas-kafka",
          "veritas-tm",
          "blockchaindb",
          "bigchaindb",
          "fabric",
          "databases",
          "pages");

  static List<Class<?>> integrationTests() {
    return ReflectionSupport.findAllClassesInPackage(
        TiersTest.class.getPackageName(), type -> true, name -> name.endsWith("IT"));
  }

  @ParameterizedTest
  @MethodSource("integrationTests")
  void everyIntegrationTestIsOfOneGroup(Class<?> test) {
    List<String> groups =
        findRepeatableAnnotations(test, Tag.class).stream()
            .map(Tag::value)
            .filter(tag -> !tag.equals("campaign"))
            .toList();

    assertThat(groups).singleElement().isIn(GROUPS);
  }
}
