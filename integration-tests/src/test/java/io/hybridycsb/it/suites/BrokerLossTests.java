package io.hybridycsb.it.suites;

import io.hybridycsb.it.cluster.KafkaBrokersOf;
import org.junit.jupiter.api.Test;

/** Each of three brokers of the shared log dies in turn, and all at once. */
public abstract class BrokerLossTests extends LossTests {
  /** The topic that is the shared log. */
  protected abstract String topic();

  /** The leader of the topic, and that of the controllers, are among those that die. */
  @Test
  void nothingAcknowledgedIsLostAndCommitsGoOnWhicheverBrokerDies() throws Exception {
    KafkaBrokersOf brokers = new KafkaBrokersOf(cluster());
    survives(
        "broker",
        load -> {
          for (String broker : brokers.names()) {
            brokers.awaitInSync(topic());
            cluster().kill(broker);
            awaitCommits(load);
            cluster().restart(broker);
          }
        });
    cluster().requireAuditPasses();
  }

  @Test
  void otherUsersOfTheMachineAreRefusedAtEachPort() {
    OtherUsers.requireThatAllIsOnLoopback(cluster());
    OtherUsers.requireThatTheyAreRefused(cluster());
  }

  /** The other two have every acknowledged record. */
  @Test
  void whenAllBrokersDieCommitsGoOnWithoutTheOneThatLed() throws Exception {
    KafkaBrokersOf brokers = new KafkaBrokersOf(cluster());
    survives(
        "leader",
        load -> {
          brokers.awaitInSync(topic());
          String leader = brokers.leaderOf(topic());
          String[] others =
              brokers.names().stream().filter(name -> !name.equals(leader)).toArray(String[]::new);
          cluster().kill(brokers.names().toArray(String[]::new));
          cluster().restart(others);
          awaitCommits(load);
          cluster().restart(leader);
          brokers.awaitInSync(topic());
        });
    cluster().requireAuditPasses();
  }

  @Test
  void nothingAcknowledgedIsLostWhenAllBrokersDieAtOnce() throws Exception {
    String[] brokers = new KafkaBrokersOf(cluster()).names().toArray(String[]::new);
    survives(
        "brokers",
        load -> {
          cluster().kill(brokers);
          cluster().restart(brokers);
        });
    cluster().requireAuditPasses();
  }
}
