package io.hybridycsb.harness.bench.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.plan.ClientHosts.Pods;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands that a job is made, asked and deleted with, as a script in kubectl's place gets
 * them. No Kubernetes is asked; KubernetesTest holds the manifest to the schemas.
 */
class ClientJobTest {
  private static final Pods PODS = new Pods(2, "", "bench", "prod", "2", "3Gi", 5);

  @TempDir Path directory;

  /** Writes down what it is asked, and answers as kubectl would. */
  private ClientJob job(String states) throws Exception {
    Path kubectl = directory.resolve("kubectl");
    Files.writeString(
        kubectl,
        """
        #!/bin/sh
        echo "$*" | head -n 1 >>'%1$s'
        case " $* " in
          *' apply '*) cat >'%2$s' ;;
          *' get '*) printf '%3$s' ;;
          *' exec '*)
            while [ "$1" != -- ]; do shift; done
            shift
            exec "$@"
            ;;
        esac
        """
            .formatted(directory.resolve("asked"), directory.resolve("applied"), states));
    kubectl.toFile().setExecutable(true);
    return new ClientJob(kubectl.toString(), PODS, "registry/ycsb:1");
  }

  private List<String> asked() throws Exception {
    return Files.readAllLines(directory.resolve("asked"));
  }

  @Test
  void podsAreDrivenByCommandsInThemAndGoWithTheirJob() throws Exception {
    List<Host> hosts;
    try (ClientJob job = job("c-1-x Running true \\nc-0-y Running true \\n");
        Commands commands = new Commands()) {
      hosts = job.start(commands);
      assertThat(hosts).extracting(Host::name).containsExactly("c-0-y", "c-1-x");
      Host.Script script = new Host.Script("printf '%s|' \"$@\"", List.of("it's", "$HOME"));
      assertThat(commands.run(hosts.get(0), script, Duration.ofSeconds(30)))
          .isEqualTo("it's|$HOME|");
    }

    String applied = Files.readString(directory.resolve("applied"));
    assertThat(applied)
        .contains("completions: 2", "image: \"registry/ycsb:1\"", "memory: \"3Gi\"")
        .contains("activeDeadlineSeconds: 18000")
        .doesNotContain("${");
    String name = applied.replaceAll("(?s).*?name: \"([a-z0-9-]+)\".*", "$1");
    assertThat(asked()).allMatch(line -> line.startsWith("--context=prod --namespace=bench "));
    assertThat(asked().get(0)).endsWith(" apply -f -");
    assertThat(asked()).anyMatch(line -> line.contains("exec -i c-0-y -c ycsb -- sh -c "));
    assertThat(asked().get(asked().size() - 1))
        .endsWith(" delete job " + name + " --ignore-not-found --wait=false");
  }

  @Test
  void aPodThatFailsIsNotWaitedFor() throws Exception {
    try (ClientJob job = job("c-0-x Running true \\nc-1-y Failed false \\n");
        Commands commands = new Commands()) {
      assertThatThrownBy(() -> job.start(commands))
          .isInstanceOf(HarnessException.class)
          .hasMessage("kubernetes: a pod has failed: c-1-y Failed false");
    }
  }
}
