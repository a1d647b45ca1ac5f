package io.hybridycsb.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.commons.support.AnnotationSupport.findRepeatableAnnotations;
import static org.junit.platform.commons.support.AnnotationSupport.isAnnotated;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Each test on real clusters belongs to one group of the campaign, so that the groups run all
 * tests.
 */
class TiersTest {
  static List<Class<?>> integrationTests() {
    return ReflectionSupport.findAllClassesInPackage(
        TiersTest.class.getPackageName(), type -> true, name -> name.endsWith("IT"));
  }

  private static List<String> groups(Class<?> test) {
    return findRepeatableAnnotations(test, Tag.class).stream()
        .map(Tag::value)
        .filter(tag -> !tag.equals("campaign"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("integrationTests")
  void everyIntegrationTestIsOfOneGroup(Class<?> test) {
    assertThat(groups(test)).singleElement().isIn(CampaignGroups.ofClusters());
    for (Class<?> nested : test.getDeclaredClasses()) {
      assertThat(groups(nested)).as("%s", nested).isEmpty();
      if (hasTests(nested)) {
        assertThat(nested).as("suites without it are never run").hasAnnotation(Nested.class);
      }
    }
  }

  private static boolean hasTests(Class<?> type) {
    return !ReflectionSupport.findMethods(
            type, method -> isAnnotated(method, Testable.class), HierarchyTraversalMode.TOP_DOWN)
        .isEmpty();
  }

  /** A build with another name of a group is refused, as it would test nothing. */
  @Test
  void buildsTakeTheGroupsThatTestsAreOf() {
    Set<String> used =
        integrationTests().stream()
            .flatMap(test -> groups(test).stream())
            .collect(Collectors.toSet());

    assertThat(used).isEqualTo(CampaignGroups.ofClusters());
  }
}
