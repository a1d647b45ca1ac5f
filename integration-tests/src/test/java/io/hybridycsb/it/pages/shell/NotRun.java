package io.hybridycsb.it.pages.shell;

import java.util.Map;

/**
 * The blocks of commands that no test takes from its page, with the reason. In any case a test
 * checks that our programs understand the commands.
 */
public final class NotRun {
  private static final String KUBERNETES =
      "takes a Kubernetes cluster; KubernetesTest holds the manifests to their schemas";
  private static final String ENGINE =
      "takes images of others; ContainersIT does the same where there is an engine, with its own"
          + " smaller load";

  private static final String RELEASE =
      "builds a whole release, for many minutes; ReleaseCommandTest has a build that is none";

  private static final String HOSTS =
      "takes five hosts and their ssh; the page says how its commands were tried";

  /** By the block's id. */
  public static final Map<String, String> REASONS =
      Map.ofEntries(
          Map.entry(
              "README.md: hybrid-ycsb",
              "the second command is what runs all tests; QuickstartTests run the first, with"
                  + " fewer operations"),
          Map.entry(
              "docs/attach.md: Experiments on a cluster of yours",
              "takes a cluster of the reader's; BenchIT attaches one that it has started"),
          Map.entry(
              "docs/clients.md: Clients on other hosts",
              "takes other hosts, or a Kubernetes cluster; BenchClientsIT has sshds of its own"),
          Map.entry("docs/docker.md: In containers", ENGINE),
          Map.entry("docs/docker.md: Images", ENGINE),
          Map.entry("docs/docker.md: A network between the nodes", ENGINE),
          Map.entry("docs/docker.md: A test with an engine", "is a run of tests"),
          Map.entry(
              "docs/experiments.md: Load that changes",
              "takes minutes, on a running system; LoadWorkloadsTest follows shorter curves"),
          Map.entry(
              "docs/experiments.md: Traces",
              "takes a trace of the reader's; LoadWorkloadsTest replays one"),
          Map.entry(
              "docs/experiments.md: The highest rate held",
              "takes minutes for each; SaturateIT searches with a smaller load"),
          Map.entry("docs/four-hosts.md: 1. Keys", HOSTS),
          Map.entry("docs/four-hosts.md: 1. Keys (2)", HOSTS),
          Map.entry("docs/four-hosts.md: 2. Start", HOSTS),
          Map.entry("docs/four-hosts.md: 3. A record", HOSTS),
          Map.entry("docs/four-hosts.md: 4. Load", HOSTS),
          Map.entry("docs/four-hosts.md: 4. Load (2)", HOSTS),
          Map.entry("docs/four-hosts.md: 5. Audit", HOSTS),
          Map.entry("docs/kubernetes.md: On Kubernetes", KUBERNETES),
          Map.entry("docs/kubernetes.md: A fleet of clients", KUBERNETES),
          Map.entry("docs/kubernetes.md: Audit", KUBERNETES),
          Map.entry("docs/maven.md: Publishing", "uploads to a repository"),
          Map.entry("docs/maven.md: For Maven Central", RELEASE),
          Map.entry(
              "docs/performance.md: Measure it again",
              "measures, which takes a machine of its own for minutes; QuickstartTests run it with"
                  + " fewer operations"),
          Map.entry(
              "docs/performance.md: Measure it again (2)",
              "measures, which takes a machine of its own for minutes; FirstStepsPageIT runs the"
                  + " same commands with fewer operations"),
          Map.entry(
              "docs/performance.md: Measure it again (3)",
              "measures, which takes a machine of its own for minutes, and a source tree"),
          Map.entry("docs/releasing.md: Make it", RELEASE),
          Map.entry("docs/releasing.md: Check it", RELEASE),
          Map.entry(
              "docs/results/README.md: How they were made",
              "measures for hours; FirstStepsPageIT runs such commands with one small experiment"),
          Map.entry(
              "docs/results/transactions/README.md: How they were made",
              "measures for hours; FirstStepsPageIT runs such commands with one small experiment"),
          Map.entry(
              "docs/tls.md: Redis",
              "takes a Redis that was built with TLS, which few machines have"));

  private NotRun() {}
}
