package io.hybridycsb.it.structure;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which classes may depend on which, over all modules, read from the compiled classes. */
class ArchitectureTest {
  private static final int MODULE_DEPTH = 3;

  private static JavaClasses classes;

  @BeforeAll
  static void readAllModules() throws IOException {
    classes = new ClassFileImporter().importPaths(compiled());
  }

  /** {@code target/classes} of every module that has one. */
  private static List<Path> compiled() throws IOException {
    return ofModules("target/classes");
  }

  private static List<Path> ofModules(String directory) throws IOException {
    try (Stream<Path> modules = Files.walk(Path.of(".."), MODULE_DEPTH)) {
      return modules
          .filter(module -> Files.exists(module.resolve("pom.xml")))
          .map(module -> module.resolve(directory))
          .filter(Files::isDirectory)
          .toList();
    }
  }

  @Test
  void everyModuleIsLookedAt() {
    assertThat(classes.stream().map(JavaClass::getPackageName).collect(Collectors.toSet()))
        .contains(
            "io.hybridycsb.smt",
            "io.hybridycsb.veritas.core.node",
            "io.hybridycsb.sharedlog.kafka",
            "io.hybridycsb.veritas.kafka",
            "io.hybridycsb.cometbft.abci",
            "io.hybridycsb.veritas.tendermint",
            "io.hybridycsb.blockchaindb.client",
            "io.hybridycsb.ycsb.support",
            "io.hybridycsb.ycsb.workload",
            "io.hybridycsb.harness.system",
            "io.hybridycsb.distribution",
            "io.hybridycsb.testdatabases",
            "io.hybridycsb.testtimes");
  }

  @Test
  void packagesFormNoCycle() {
    slices().matching("io.hybridycsb.(**)").should().beFreeOfCycles().check(classes);
  }

  /** Of these alone, since other modules' tests are in the packages of what they test. */
  @Test
  void packagesOfIntegrationTestsFormNoCycle() {
    JavaClasses tests = new ClassFileImporter().importPath("target/test-classes");
    slices().matching("io.hybridycsb.it.(**)").should().beFreeOfCycles().check(tests);
  }

  @Test
  void everyPackageSaysWhyItExists() throws IOException {
    for (Path sources : ofModules("src/main/java")) {
      try (Stream<Path> files = Files.walk(sources)) {
        assertThat(files.filter(file -> file.toString().endsWith(".java")).map(Path::getParent))
            .allSatisfy(directory -> assertThat(directory.resolve("package-info.java")).exists());
      }
    }
  }

  @Test
  void theHarnessUsesNoClassOfAServerOrABinding() {
    noClasses()
        .that(resideInAPackage("io.hybridycsb.harness.."))
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.hybridycsb..")
                .and(not(resideInAnyPackage("io.hybridycsb.harness..", "io.hybridycsb.settings"))))
        .because("it drives systems as processes, as any user does")
        .check(classes);
  }

  @Test
  void theCoreOfVeritasKnowsNeitherASharedLogNorADatabase() {
    noClasses()
        .that(resideInAPackage("io.hybridycsb.veritas.core.."))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                "io.hybridycsb.sharedlog.kafka..",
                "io.hybridycsb.veritas.kafka..",
                "io.hybridycsb.cometbft..",
                "io.hybridycsb.veritas.tendermint..",
                "io.hybridycsb.veritas.stores..",
                "io.hybridycsb.veritas.server..",
                "org.apache.kafka..",
                "redis.clients..",
                "com.mongodb..",
                "org.rocksdb..",
                "java.sql..",
                "javax.sql.."))
        .because("each stands behind an interface")
        .check(classes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"io.hybridycsb.smt..", "io.hybridycsb.settings.."})
  void theTreeAndTheSettingsDependOnTheJdkOnly(String packages) {
    noClasses()
        .that(resideInAPackage(packages))
        .should()
        .dependOnClassesThat(not(resideInAnyPackage(packages, "java..")))
        .because("whoever uses it gets nothing else with it")
        .check(classes);
  }

  @Test
  void theModuleOfTheTreeHoldsNothingElse() {
    assertThat(new ClassFileImporter().importPath("../smt-java/target/classes"))
        .extracting(JavaClass::getPackageName)
        .isNotEmpty()
        .allMatch(name -> name.startsWith("io.hybridycsb.smt"));
  }
}
