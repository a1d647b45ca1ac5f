package io.hybridycsb.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.bench.plan.Experiment;
import io.hybridycsb.harness.bench.plan.Plan;
import io.hybridycsb.harness.bench.plan.Point;
import io.hybridycsb.harness.bench.plan.TestExperiments;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunResult.Machine;
import io.hybridycsb.harness.results.RunWarning;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ResultDirectoryTest extends FiledRuns {
  @Test
  void aRunIsFiledUnderEachExperimentThatWantsItWithItsRawFiles() throws Exception {
    Plan.Run clients =
        run("name: fig05\nfigure: \"5\"\ntitle: A\nclients: 4\nvary: {clients: [64]}\n");
    Plan.Run components = run("name: fig06\nfigure: \"6\"\ntitle: B\nclients: 64\n");
    assertThat(components.work()).isEqualTo(clients.work());
    RunResult measured = measured(clients);

    results.share(clients, components);

    Path filed = out.resolve("fig06/etcd/default/1");
    RunResult shared = RunFiles.read(filed.resolve(RunResult.FILE));
    assertThat(shared).isEqualTo(measured.as(RunRecord.identity(components)));
    assertThat(shared.identity().varied()).isEmpty();
    assertThat(filed.resolve("client1.out")).hasContent("what YCSB said");
    assertThat(filed.resolve("servers/node1.log")).hasContent("what node1 said");
    assertThat(Files.readAllLines(out.resolve("fig06/runs.csv"))).hasSize(2);
    assertThat(results.has(components)).isTrue();
    assertThat(results.has(clients)).isTrue();
  }

  @Test
  void aShareIsOfTheMeanOfTheBestClosedLoopOfTheSameWork() throws Exception {
    Plan plan =
        Plan.of(
            List.of(
                Experiment.read(
                    files.write(
                        "a.yaml",
                        "name: a\ntitle: A\nrepeats: 2\nrates: [50%]\n"
                            + "vary: {clients: [64, 128], workload: [a, c]}\n"))),
            List.of("etcd"),
            false,
            TestExperiments.released("workloads"));
    Map<String, String> versions = Map.of();
    Machine machine = new Machine("host", "processor", 4, 1L << 34, "Linux");
    List<Plan.Run> runs = plan.groups().get(0).runs();
    Plan.Run half = labelled(runs, "target=50%,workload=a").get(0);
    CapacityShares rates = new CapacityShares(plan, results);

    assertThat(rates.of(half)).isEqualTo(half);
    assertThat(rates.of(half).point().run().hasRate()).isFalse();

    measured(labelled(runs, "clients=128,workload=c").get(0), versions, machine, 9000);
    List<Plan.Run> best = labelled(runs, "clients=64,workload=a");
    List<Plan.Run> luckiest = labelled(runs, "clients=128,workload=a");
    measured(best.get(0), versions, machine, 900);
    measured(best.get(1), versions, machine, 1100);
    measured(luckiest.get(0), versions, machine, 1500);
    measured(luckiest.get(1), versions, machine, 300);

    assertThat(rates.of(half).point().run().rate().target()).hasValue(500);
    assertThat(results.has(rates.of(half))).isFalse();
    assertThat(rates.outdated(half.point().cluster())).contains(half);
    measured(rates.of(half), versions, machine, 500);
    assertThat(results.has(rates.of(half))).isTrue();
    assertThat(rates.outdated(half.point().cluster())).doesNotContain(half);

    measured(new Plan.Run(best.get(0).point(), 3, 2), versions, machine, 1300);
    assertThat(rates.of(half).point().run().rate().target())
        .as("with what was added")
        .hasValue(550);
    assertThat(results.has(rates.of(half))).as("done at another rate").isFalse();
    assertThat(rates.outdated(half.point().cluster())).contains(half);
  }

  @Test
  void repeatsOfOneClosedLoopInTwoExperimentsAllCountAndASharedOneOnce() throws Exception {
    String text = "name: %s\ntitle: A\nclients: 64\nrates: [50%%]\n";
    List<Experiment> experiments = new ArrayList<>();
    for (String name : List.of("a", "b")) {
      experiments.add(Experiment.read(files.write(name + ".yaml", text.formatted(name))));
    }
    Plan plan = Plan.of(experiments, List.of("etcd"), false, TestExperiments.released("workloads"));
    List<Plan.Run> runs = plan.groups().get(0).runs();
    List<Plan.Run> loops = labelled(runs, runs.get(0).point().label());
    Plan.Run half = labelled(runs, "target=50%").get(0);
    CapacityShares rates = new CapacityShares(plan, results);
    Map<String, String> versions = Map.of();
    measured(loops.get(0), versions, Origin.thisMachine(), 900);
    results.share(loops.get(0), loops.get(1));
    Plan.Run added = new Plan.Run(loops.get(0).point(), 2, 1);
    Plan.Run addedThere = new Plan.Run(loops.get(1).point(), 2, 1);
    measured(added, versions, Origin.thisMachine(), 1000);
    measured(addedThere, versions, Origin.thisMachine(), 1400);

    assertThat(rates.of(half).point().run().rate().target()).hasValue(550);
  }

  private static List<Plan.Run> labelled(List<Plan.Run> runs, String label) {
    return runs.stream().filter(run -> run.point().label().equals(label)).toList();
  }

  @Test
  void aResultDoesNotCountOnceItsLoadOrWarmUpIsAnother() throws Exception {
    String experiment = "name: a\ntitle: A\noperations: 500\n";
    measured(run(experiment));

    assertThat(results.has(run(experiment + "warm-up: auto\nload-clients: 64\n")))
        .as("the same, said aloud")
        .isTrue();
    for (String other : List.of("load-clients: 32", "warm-up: 0", "warm-up: 9", "warm-up-max: 9")) {
      assertThat(results.has(run(experiment + other + "\n"))).as(other).isFalse();
    }
  }

  @Test
  void aResultDoesNotCountOnceAnOptionOrAnAddressIsAnother() throws Exception {
    String accounts = "name: a\ntitle: A\noptions: {accounts: %d}\n";
    measured(of(accounts.formatted(1), "blockchaindb"));
    assertThat(results.has(of(accounts.formatted(1), "blockchaindb"))).isTrue();
    assertThat(results.has(of(accounts.formatted(64), "blockchaindb"))).isFalse();

    String address = "name: b\ntitle: B\nproperties: {postgresql.url: 'jdbc:postgresql://%s/x'}\n";
    measured(of(address.formatted("one"), "postgresql"));
    assertThat(results.has(of(address.formatted("one"), "postgresql"))).isTrue();
    assertThat(results.has(of(address.formatted("two"), "postgresql"))).isFalse();
  }

  @Test
  void aResultDoesNotCountOnceASecretIsAnotherAndShowsNone() throws Exception {
    String experiment = "name: a\ntitle: A\nproperties: {etcd.password: '%s'}\n";
    Plan.Run run = run(experiment.formatted("sesame"));
    measured(run);

    assertThat(results.has(run(experiment.formatted("sesame")))).isTrue();
    assertThat(results.has(run(experiment.formatted("other")))).isFalse();
    assertThat(results.has(run("name: a\ntitle: A\n"))).isFalse();
    assertThat(results.hasOtherSecrets(run.point())).isFalse();
    assertThat(results.hasOtherSecrets(run(experiment.formatted("other")).point())).isTrue();
    try (Stream<Path> files = Files.walk(out)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(file).content().doesNotContain("sesame");
      }
    }
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(out.resolve(".secrets-key"))))
        .isEqualTo("rw-------");
  }

  @Test
  void noSecretIsVariedSoThatItBecomesADirectorysName() {
    String experiment = "name: a\ntitle: A\nvary: {'property:etcd.password': [sesame, open]}\n";
    assertThatThrownBy(() -> run(experiment))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "a: etcd.password is a secret, which cannot be varied: directories of results have"
                + " names of varied values");
  }

  @Test
  void aPointWhoseRepeatsDisagreeNeedsOneMoreBesideAllThatItHas() throws Exception {
    for (double throughput : List.of(100, 120, 121)) {
      repeated(throughput);
    }
    assertThat(results.nextRepeat(repeat(1))).hasValue(4);

    repeated(122);
    assertThat(results.nextRepeat(repeat(1))).hasValue(5);
    repeated(121);
    assertThat(results.nextRepeat(repeat(1))).hasValue(6);
    repeated(120);
    assertThat(results.nextRepeat(repeat(1))).isEmpty();
    assertThat(results.repeats(repeat(1))).hasSize(6);
  }

  @Test
  void addedRepeatsThatCountStayWhenOneThatWasAskedForIsDoneAgain() throws Exception {
    for (double throughput : List.of(100, 120, 121, 122, 123)) {
      repeated(throughput);
    }
    results.audited(repeat(4), "", Failure.because("a timeout"));

    results.cleared(repeat(2));

    assertThat(results.has(repeat(1))).isTrue();
    assertThat(results.directory(repeat(4))).doesNotExist();
    assertThat(results.has(repeat(5))).isTrue();

    results.removeAdded(repeat(1));

    assertThat(results.has(repeat(1))).isTrue();
    assertThat(results.directory(repeat(5))).doesNotExist();
  }

  @Test
  void theConfirmingRunOfASearchStaysWhenTheFirstIsDoneAgain() throws Exception {
    Point point = repeat(1).point();
    measured(new Plan.Run(point, 1, 1));
    measured(new Plan.Run(point, 2, 2));

    results.cleared(new Plan.Run(point, 1, 1));

    assertThat(results.has(new Plan.Run(point, 2, 2))).isTrue();
  }

  @Test
  void resultsOfAnotherBuildOrMachineAreTold() throws Exception {
    Plan.Run run = run("name: a\ntitle: A\n");
    assertThat(results.otherOrigins(Stream.of(run), "b2")).isEmpty();
    measured(run);
    assertThat(results.otherOrigins(Stream.of(run), "b2"))
        .containsExactly("build unknown on processor, 4 cores");

    measured(run, Map.of(RunResult.BUILD, "b1"), Origin.thisMachine());
    assertThat(results.otherOrigins(Stream.of(run), "b2"))
        .singleElement()
        .asString()
        .startsWith("build b1 on ");
  }

  @Test
  void resultsOfThisBuildOnThisMachineAreNothingToTell() throws Exception {
    Plan.Run run = run("name: a\ntitle: A\n");
    measured(run, Map.of(RunResult.BUILD, "b1"), Origin.thisMachine());

    assertThat(results.has(run)).isTrue();
    assertThat(results.otherOrigins(Stream.of(run), "b1")).isEmpty();
  }

  @Test
  void aRunOfTooFewCompletionsHasNoRate() throws Exception {
    Plan.Run run = run("name: few\ntitle: Few\n");
    RunResult rated = measured(run);
    assertThat(results.summary(run)).startsWith("2 committed/s in 1.0 s");

    results.add(
        run,
        new RunResult(
            rated.format(),
            rated.identity(),
            rated.outcome(),
            rated.setup(),
            rated.phases(),
            rated.observed(),
            List.of(RunWarning.Kind.FEW.of(2, 1)),
            rated.files()));

    assertThat(results.summary(run)).startsWith("2 committed, too few for a rate, in 1.0 s");
    List<String> table = Files.readAllLines(out.resolve("few/runs.csv"));
    int column = List.of(table.get(0).split(",")).indexOf("committed_per_s");
    assertThat(column).isPositive();
    assertThat(table.get(table.size() - 1).split(",")[column]).isEmpty();
  }
}
