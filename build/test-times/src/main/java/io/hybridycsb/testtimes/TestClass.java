package io.hybridycsb.testtimes;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One class in one module.
 *
 * @param tests how many it has, with those that were skipped
 * @param use what a class of the integration tests has used
 */
record TestClass(
    String name,
    String module,
    double wallSeconds,
    int tests,
    List<Skipped> skipped,
    Optional<ClassUse> use) {

  /** A test, or a whole class of them. */
  record Skipped(String name, String reason) {}

  String title() {
    return name + " (" + module + ")";
  }

  boolean ran() {
    return tests > skipped.size();
  }

  boolean isIntegrationTest() {
    return module.equals("integration-tests");
  }

  OptionalDouble cpuSeconds() {
    return use.flatMap(ClassUse::cpu).stream().mapToDouble(ClassUse.Used::seconds).findFirst();
  }
}
