package io.hybridycsb.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.commons.support.AnnotationSupport.findRepeatableAnnotations;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
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

  @ParameterizedTest
  @MethodSource("integrationTests")
  void everyIntegrationTestIsOfOneGroup(Class<?> test) {
    List<String> groups =
        findRepeatableAnnotations(test, Tag.class).stream()
            .map(Tag::value)
            .filter(tag -> !tag.equals("campaign"))
            .toList();

    assertThat(groups).singleElement().isIn(CampaignGroups.OF_CLUSTERS);
  }
}
