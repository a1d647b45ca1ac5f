package io.hybridycsb.ycsb.client;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.workloads.CoreWorkload;

class ChecksTest {
  private static Properties properties(String... namesAndValues) {
    Properties properties = new Properties();
    properties.setProperty("operationcount", "10");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.setProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    return properties;
  }

  @Test
  void blanksAroundAValueDoNotCountExceptInTexts() {
    assertThat(
            Checks.stripped(
                properties("recordcount", "8 ", "workload", " W", "table", "t ", "own.x", "1 ")))
        .containsOnly(entry("recordcount", "8"), entry("workload", "W"));
  }

  @ParameterizedTest
  @CsvSource({
    "recordcount, 2147483648, recordcount is at most 2147483647",
    "operationcount, 3000000000, operationcount is at most 2147483647",
    "insertcount, 99999999999999999999, insertcount is at most 2147483647",
    "threadcount, many, 'threadcount is a whole number from 1 on, not ''many'''",
    "target, 1.5, 'target is a whole number from 0 on, not ''1.5'''",
    "threadcount, 0, 'threadcount is at least 1, not 0'",
    "fieldcount, 0, 'fieldcount is at least 1, not 0'",
    "operationcount, -5, 'operationcount is at least 0, not -5'"
  })
  void aNumberThatYcsbCannotReadIsRefusedWithTheGreatest(String name, String value, String line) {
    assertThatThrownBy(() -> Numbers.require(properties(name, value)))
        .isInstanceOf(Misuse.class)
        .hasMessageStartingWith(line);
  }

  @Test
  void aPartOfMoreRecordsThanAnIntCountsMayBeLoaded() {
    Numbers.require(properties("recordcount", "3000000000", "insertcount", "1000"));
  }

  @Test
  void aRunThatWouldDoNothingIsRefused() {
    assertThatThrownBy(
            () -> Checks.requireWork(CoreWorkload.class, properties("operationcount", "0")))
        .isInstanceOf(Misuse.class)
        .hasMessageContaining("operationcount");
    Checks.requireWork(
        CoreWorkload.class,
        properties("operationcount", "0", "recordcount", "1", "dotransactions", "false"));
  }

  private static final class Endless extends CoreWorkload implements OwnLength {}

  @Test
  void aWorkloadThatKnowsItsLengthNeedsNoCount() {
    Checks.requireWork(Endless.class, properties("operationcount", "0"));
  }

  @ParameterizedTest
  @CsvSource({"recordcount, 0", "insertcount, 0", "insertstart, 5"})
  void aLoadThatWouldInsertNothingIsRefused(String name, String value) {
    assertThatThrownBy(
            () ->
                Checks.requireWork(
                    CoreWorkload.class, properties("dotransactions", "false", name, value)))
        .isInstanceOf(Misuse.class)
        .hasMessageContaining("recordcount");
  }

  /** As YCSB takes them. */
  @ParameterizedTest
  @ValueSource(strings = {"target", "maxexecutiontime", "zeropadding"})
  void whereYcsbTakesANumberBelowZeroForNoneItIsTaken(String name) {
    Numbers.require(properties(name, "-1"));
  }

  @Test
  void aRunWithoutACountNeedsATime() {
    Checks.requireWork(
        CoreWorkload.class, properties("operationcount", "0", "maxexecutiontime", "5"));
    assertThatThrownBy(
            () ->
                Checks.requireWork(
                    CoreWorkload.class, properties("operationcount", "0", "maxexecutiontime", "0")))
        .isInstanceOf(Misuse.class)
        .hasMessageContaining("Give operationcount or maxexecutiontime");
  }

  @Test
  void whatIsNearlyAPropertyOfYcsbIsTold() {
    assertThat(
            Checks.warnings(
                properties(
                    "workload",
                    CoreWorkload.class.getName(),
                    "recordcount",
                    "5",
                    "readproprotion",
                    "1",
                    "operations",
                    "5",
                    "veritas.verify",
                    "off",
                    "own",
                    "")))
        .containsExactly(
            "YCSB has no property 'operations': did you mean operationcount?",
            "YCSB has no property 'readproprotion': did you mean readproportion?");
  }

  @ParameterizedTest
  @CsvSource({
    "1, zipfian, 0, above 0 and below 1",
    "much, zipfian, 0, is a number",
    "0.5, uniform, 0, goes with requestdistribution=zipfian",
    "0.5, zipfian, 0.05, takes no insertproportion"
  })
  void aConstantThatCannotBeDrawnWithIsRefused(
      String constant, String distribution, String inserts, String reason) {
    assertThatThrownBy(
            () ->
                Checks.requireSkew(
                    CoreWorkload.class,
                    properties(
                        "zipfian.constant",
                        constant,
                        "requestdistribution",
                        distribution,
                        "insertproportion",
                        inserts)))
        .isInstanceOf(Misuse.class)
        .hasMessageContaining(reason);
  }

  @Test
  void aWorkloadThatIsNotThereIsRefused() {
    for (String name : new String[] {"com.yahoo.ycsb.workloads.CoreWorkload", "java.lang.String"}) {
      assertThatThrownBy(() -> Checks.workload(properties("workload", name)))
          .isInstanceOf(Misuse.class)
          .hasMessageContaining(name);
    }
    assertThatThrownBy(() -> Checks.workload(properties()))
        .isInstanceOf(Misuse.class)
        .hasMessageContaining("which workload?");
  }
}
