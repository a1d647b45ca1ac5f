package io.hybridycsb.harness.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientHostsTest {
  private static final String TWO =
      "hosts: [{ssh: a, dir: /opt/h}, {ssh: me@b, dir: /h, processes: 2}]\n";

  @TempDir Path directory;
  private TestExperiments files;

  @BeforeEach
  void files() {
    files = new TestExperiments(directory);
  }

  private ClientHosts hosts(String text) {
    return ClientHosts.read(files.write("hosts.yaml", text).toString());
  }

  private Plan plan(String settings) {
    Experiment experiment = files.read("name: a\ntitle: A\nrepeats: 1\n" + settings);
    return Plan.of(
            List.of(experiment), List.of("etcd"), false, TestExperiments.released("workloads"))
        .by(hosts(TWO));
  }

  private static RunSettings run(Plan plan) {
    return plan.groups().get(0).runs().get(0).point().run();
  }

  @Test
  void hostsHaveTheirOwnSettingsBeforeThoseOfAll() {
    ClientHosts hosts =
        hosts(
            "options: [-F, config]\n"
                + "clock-offset-max-ms: 50\n"
                + "hosts:\n"
                + "- {ssh: a, dir: /opt/h, java: /jdk, env: {JAVA_OPTS: -Xmx1g}, options: [-v]}\n"
                + "- {ssh: b, dir: /opt/h, processes: 3}\n");

    assertThat(hosts.clockOffsetMsMax()).isEqualTo(50);
    assertThat(hosts.processes()).isEqualTo(4);
    ClientHosts.SshHost first = hosts.hosts().get(0);
    assertThat(first.options()).containsExactly("-v", "-F", "config");
    assertThat(first.environment()).isEqualTo(Map.of("JAVA_HOME", "/jdk", "JAVA_OPTS", "-Xmx1g"));
    assertThat(hosts.spelled()).isEqualTo("a, b x3");
  }

  @Test
  void podsNeedNoSettings() {
    ClientHosts pods = ClientHosts.read("kubernetes");

    assertThat(pods.pods().orElseThrow())
        .isEqualTo(new ClientHosts.Pods(4, "", "", "", "1", "1Gi", 24));
    assertThat(pods.processes()).isEqualTo(4);
    assertThat(hosts("kubernetes: {pods: 9, cpu: 500m, image: 'r:5/x:1'}").processes())
        .isEqualTo(9);
  }

  @Test
  void aFileThatDescribesNoHostsIsRefusedWithWhatIsWrong() {
    refused("options: [-v]\n", "name either hosts, a list, or kubernetes");
    refused("hosts: []\n", "hosts is empty");
    refused("hosts: {a: b}\n", "hosts must be a list of names with values");
    refused("hosts: [a]\n", "hosts must be a list of names with values");
    refused("hosts: [{ssh: a}]\n", "dir is missing");
    refused("hosts: [{ssh: a, dir: /h, port: 3}]\n", "unknown setting of a host 'port'");
    refused("hosts: [{ssh: a, dir: /h, processes: 0}]\n", "processes must be a whole number");
    refused("hosts: [{ssh: a, dir: /h}, {ssh: a, dir: /i}]\n", "a host stands there twice");
    refused("hosts: [{ssh: a, dir: /h, env: {'A B': c}}]\n", "'A B' is no name of a variable");
    refused("kubernetes: {image: 'a\"b'}\n", "image is the name of an image");
    refused("kubernetes: {memory: much}\n", "memory is a quantity such as 2Gi, not 'much'");
  }

  private void refused(String text, String reason) {
    assertThatThrownBy(() -> hosts(text))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void aRunHasAProcessForEachWhateverTheExperimentSays() {
    RunSettings run = run(plan("clients: 12\nclient-processes: 4\n"));

    assertThat(run.processes()).isEqualTo(3);
    assertThat(run.threads()).isEqualTo(12);
    assertThat(run.hosts()).isEqualTo("a, me@b x2");
  }

  @Test
  void whereRecordsAreInsertedThereIsOneProcess() {
    assertThat(run(plan("clients: 4\nworkload: d\n")).processes()).isEqualTo(1);
  }

  @Test
  void whatTheHostsCannotServeIsLeftOutAndNamed() {
    Plan plan = plan("vary: {clients: [4, 6]}\n");

    assertThat(plan.skipped())
        .containsExactly(
            "a of etcd, clients=4: 4 clients don't divide into the 3 processes of the clients'"
                + " hosts");
    assertThat(run(plan).threads()).isEqualTo(6);
    assertThat(plan("clients: 6\nkill: node2\n").skipped())
        .singleElement()
        .asString()
        .contains("which are of several clocks");
  }

  @Test
  void resultsOfOtherHostsAreOthers() {
    RunSettings here = files.points("name: a\ntitle: A\nclients: 3\n", "etcd").get(0).run();

    assertThat(hosts(TWO).on(here)).isNotEqualTo(here);
    assertThat(hosts(TWO).on(here)).isEqualTo(hosts(TWO).on(here));
  }
}
