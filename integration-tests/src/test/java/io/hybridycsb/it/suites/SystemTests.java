package io.hybridycsb.it.suites;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.load.CheckedTransactions;
import io.hybridycsb.it.load.CheckedWorkload;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * What every system must do, on one cluster and in a minute: it keeps what is loaded and updated,
 * survives the death of a node, and passes its audit. Longer tests belong to the campaign.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
public abstract class SystemTests extends LossTests {
  /** The processes of one node, which die. */
  protected List<String> node() {
    return List.of("node2");
  }

  /** Whether the others commit while it is dead. */
  protected boolean goesOnWithoutIt() {
    return true;
  }

  /** Whether there is an audit. */
  protected boolean isAudited() {
    return true;
  }

  /** How many records are loaded, and operations run. */
  protected int size() {
    return 120;
  }

  /** What an operation may answer while nothing fails. */
  protected Set<String> answers() {
    return Set.of("OK", "ABORTED");
  }

  @Override
  protected int commits() {
    return 25;
  }

  /** Three seconds: most systems' next client starts soon, in the same JVM. */
  @Override
  protected int operationsOfClient() {
    return 300;
  }

  @Override
  protected int operationsPerSecond() {
    return 100;
  }

  /** Whether the binding has transactions over several records. */
  protected boolean hasTransactions() {
    return true;
  }

  /** Whether transactions are calls of procedures unless a history is recorded. */
  protected boolean hasProcedures() {
    return false;
  }

  /** What transactions are promised to be. */
  protected String transactionModel() {
    return "strictly-serializable";
  }

  @Test
  @Order(1)
  void everyRecordReadIsAsItWasWrittenAndOneThatAllUpdateKeepsItsOtherFields() {
    CheckedWorkload ycsb = new CheckedWorkload(cluster(), size(), size(), answers());
    ycsb.load();
    ycsb.runOnAHotRecord();
  }

  @Test
  @Order(2)
  void textOfAnyLanguageIsPutIntoARecordOrReplacesIt() {
    put("größe", "field0=żółw😀", "field1=1=2");
    put("größe", "field1=");
    assertThat(got("größe")).contains("field0=żółw😀", "field1=");

    put("größe", "--replace", "field2=ü");
    assertThat(got("größe")).contains("field2=ü").noneMatch(line -> line.matches("field[01]=.*"));
    cluster().hybridOn("delete", "größe").requireSuccess();
  }

  private void put(String... arguments) {
    cluster().hybridOn("put", arguments).requireSuccess();
  }

  private List<String> got(String key) {
    return cluster()
        .hybridOn("get", key)
        .requireSuccess()
        .out()
        .lines()
        .map(String::strip)
        .toList();
  }

  @Test
  @Order(1)
  @EnabledOnOs(OS.LINUX)
  void otherMachinesReachNoneOfItsPortsButThoseThatAreNamed() {
    OtherUsers.requireThatAllIsOnLoopback(cluster());
  }

  @Test
  @Order(1)
  @EnabledOnOs(OS.LINUX)
  void otherUsersOfTheMachineAreRefusedAtEachPort() {
    OtherUsers.requireThatTheyAreRefused(cluster());
  }

  @Test
  @Order(1)
  void otherUsersOfTheMachineReadNoneOfItsFiles() throws Exception {
    OtherUsers.requireThatTheyReadNoFile(cluster());
  }

  @Test
  @Order(2)
  protected void transactionsAreDoneWholeAndOnceOrAreSaidNotToBeThere() {
    CheckedTransactions transactions =
        new CheckedTransactions(cluster(), "smallbank", transactionModel(), loadProperties());
    if (hasTransactions()) {
      transactions.loadRunAndCheck(size());
      if (hasProcedures()) {
        transactions.runByProcedures(size());
      }
    } else {
      transactions.requireThatThereAreNone();
    }
  }

  @Test
  @Order(3)
  void nothingAcknowledgedIsLostWhenANodeDiesUnderLoad() throws Exception {
    survives(
        "loss",
        load -> {
          cluster().kill(node().toArray(String[]::new));
          if (goesOnWithoutIt()) {
            awaitCommits(load);
          }
          cluster().restart(node().toArray(String[]::new));
        });
    if (isAudited()) {
      cluster().requireAuditPasses();
    }
  }
}
