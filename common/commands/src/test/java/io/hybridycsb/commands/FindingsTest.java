package io.hybridycsb.commands;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FindingsTest {
  private final Findings findings = new Findings();

  @Test
  void onlyTheFirstAreKeptAndAllAreCounted() {
    assertThat(findings.isEmpty()).isTrue();
    for (int i = 1; i <= 1_005; i++) {
      findings.add("finding " + i);
    }
    assertThat(findings.isEmpty()).isFalse();
    assertThat(findings.count()).isEqualTo(1_005);
    assertThat(findings.lines()).hasSize(1_001).startsWith("finding 1").endsWith("and 5 more");
  }

  @Test
  void theSameAtConsecutiveHeightsOfANodeIsOne() {
    findings.atHeight("node1", 3, "it is wrong");
    findings.atHeight("node2", 4, "it is wrong");
    findings.atHeight("node1", 4, "it is wrong");
    findings.atHeight("node1", 4, "it is wrong");
    findings.atHeight("node1", 6, "it is wrong");
    findings.atHeights("node1", 8, 9, "they are missing");
    assertThat(findings.lines())
        .containsExactly(
            "node1: heights 3 to 4: it is wrong",
            "node2: height 4: it is wrong",
            "node1: height 6: it is wrong",
            "node1: heights 8 to 9: they are missing");
    assertThat(findings.has("node2")).isTrue();
    assertThat(findings.has("node3")).isFalse();
  }

  @Test
  void whatAFindingNamesPassesForNoOtherLine() {
    findings.add("node1", "key a\naudit passed\u202e has another value");
    assertThat(findings.lines())
        .containsExactly("node1: key a\\u000aaudit passed\\u202e has another value");
  }
}
