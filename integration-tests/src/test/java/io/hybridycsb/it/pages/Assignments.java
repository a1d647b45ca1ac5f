package io.hybridycsb.it.pages;

import java.util.Map;

/**
 * What becomes of each block of commands: a test runs it, or a reason says why none does. That the
 * commands of all of them are understood is tested in any case.
 */
final class Assignments {
  private static final String KUBERNETES =
      "takes a Kubernetes cluster; KubernetesTest holds the manifests to their schemas";
  private static final String ENGINE =
      "takes images of others; ContainersIT does the same where there is an engine, with its own"
          + " smaller load";
  private static final String OTHER_SYSTEM =
      "takes minutes and gigabytes; tests of the system do the same through the same commands";

  /** By the block's id: the test that takes it from the page. */
  static final Map<String, String> RUN = Map.ofEntries(Map.entry("README.md: By hand", "ReadmeIT"));

  /** By the block's id: why no test runs it. */
  static final Map<String, String> NOT_RUN =
      Map.ofEntries(
          Map.entry(
              "README.md: hybrid-ycsb",
              "the second command is what runs all tests; QuickstartTests run the first, with"
                  + " fewer operations"),
          Map.entry("docs/docker.md: In containers", ENGINE),
          Map.entry("docs/docker.md: A network between the nodes", ENGINE),
          Map.entry("docs/docker.md: A test with an engine", "is a run of all tests"),
          Map.entry("docs/kubernetes.md: On Kubernetes", KUBERNETES),
          Map.entry("docs/kubernetes.md: A fleet of clients", KUBERNETES),
          Map.entry("docs/kubernetes.md: Audit", KUBERNETES),
          Map.entry("docs/maven.md: Publishing", "uploads to a repository"),
          Map.entry(
              "docs/performance.md: Measure it again",
              "measures, which takes a machine of its own for minutes; QuickstartTests run it with"
                  + " fewer operations"),
          Map.entry(
              "docs/performance.md: Measure it again (2)",
              "measures, which takes a machine of its own for minutes; ReadmeIT runs the same"
                  + " commands with fewer operations"),
          Map.entry("docs/systems/fabric.md: Starting one", OTHER_SYSTEM));

  private Assignments() {}
}
