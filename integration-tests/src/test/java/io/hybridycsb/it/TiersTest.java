package io.hybridycsb.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.commons.support.AnnotationSupport.findRepeatableAnnotations;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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

  /** A build with another name of a group is refused, as it would test nothing. */
  @Test
  void buildsTakeTheGroupsThatTestsAreOf() throws IOException {
    Set<String> groups = new TreeSet<>(CampaignGroups.OF_CLUSTERS);
    groups.add(CampaignGroups.SIMULATION);

    assertThat(Files.readString(Path.of("../pom.xml")))
        .contains("<campaign.groups>" + String.join("|", groups) + "</campaign.groups>");
  }
}
