package io.hybridycsb.harness.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WorkloadFileTest {
  private static final Path SOURCES =
      TestExperiments.released("bindings").resolve("workloads/src/main/java");

  private static List<WorkloadFile> released() throws IOException {
    try (Stream<Path> files = Files.list(TestExperiments.released("workloads"))) {
      return files.filter(Files::isRegularFile).map(WorkloadFile::read).toList();
    }
  }

  private static boolean extendsTransactionalWorkload(WorkloadFile file) throws IOException {
    String name = file.properties().getProperty("workload").replace('.', '/');
    return Files.readString(SOURCES.resolve(name + ".java"))
        .contains(" extends TransactionalWorkload {");
  }

  @Test
  void thoseOfTransactionsHaveAnInvariant() throws IOException {
    for (WorkloadFile file : released()) {
      boolean has = file.isOfTransactions() && extendsTransactionalWorkload(file);
      assertThat(file.hasInvariant()).as(file.name()).isEqualTo(has);
    }
    assertThat(released()).filteredOn(WorkloadFile::hasInvariant).hasSizeGreaterThan(3);
  }
}
