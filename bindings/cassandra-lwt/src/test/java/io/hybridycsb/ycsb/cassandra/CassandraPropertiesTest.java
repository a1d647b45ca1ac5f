package io.hybridycsb.ycsb.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.net.InetSocketAddress;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CassandraPropertiesTest {
  private static CassandraProperties read(String... namesAndValues) {
    Properties properties = new Properties();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.setProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    return CassandraProperties.read(properties);
  }

  @Test
  void withoutAWordOperationsAreLightweightTransactionsAtSerial() {
    CassandraProperties properties = read();
    assertThat(properties.isLwt()).isTrue();
    assertThat(properties.readConsistency()).isEqualTo(DefaultConsistencyLevel.SERIAL);
    assertThat(properties.get(CassandraProperties.CONSISTENCY))
        .isEqualTo(DefaultConsistencyLevel.QUORUM);
  }

  @Test
  void plainReadsAskAtTheOrdinaryConsistency() {
    CassandraProperties properties =
        read("cassandra.mode", "plain", "cassandra.consistency", "one");
    assertThat(properties.readConsistency()).isEqualTo(DefaultConsistencyLevel.ONE);
  }

  @Test
  void readsOfLightweightTransactionsMayAskAtAnOrdinaryConsistency() {
    CassandraProperties properties = read("cassandra.read.consistency", "one");
    assertThat(properties.isLwt()).isTrue();
    assertThat(properties.readConsistency()).isEqualTo(DefaultConsistencyLevel.ONE);
    assertThat(properties.readsPastPaxos()).isTrue();
    assertThat(properties.get(CassandraProperties.CONSISTENCY))
        .isEqualTo(DefaultConsistencyLevel.QUORUM);
    assertThat(properties.get(CassandraProperties.SERIAL_CONSISTENCY))
        .isEqualTo(DefaultConsistencyLevel.SERIAL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"serial", "local_serial"})
  void readsAtASerialConsistencyGoThroughPaxos(String level) {
    assertThat(read("cassandra.read.consistency", level).readsPastPaxos()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"strong", "SERIAL", "any"})
  void aReadConsistencyThatIsNoneIsRefusedWithAllThatThereAre(String level) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read("cassandra.read.consistency", level))
        .withMessageStartingWith(
            "cassandra.read.consistency is serial|local_serial|one|two|three|quorum|local_quorum|all, not \"%s\"",
            level);
  }

  @Test
  void contactPointsAreSeveralAndMayLeaveOutThePort() {
    assertThat(
            read("cassandra.contact.points", "127.0.0.1:21000, 127.0.0.2")
                .get(CassandraProperties.CONTACT_POINTS))
        .containsExactly(
            new InetSocketAddress("127.0.0.1", 21_000), new InetSocketAddress("127.0.0.2", 9_042));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "127.0.0.1:x", ":9042", "127.0.0.1:70000"})
  void aContactPointThatIsNoneIsRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read("cassandra.contact.points", text))
        .withMessageStartingWith("cassandra.contact.points is HOST[:PORT],..., not ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a\"; DROP", "1a"})
  void aKeyspaceThatWouldHaveToBeQuotedIsRefused(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read("cassandra.keyspace", name))
        .withMessageStartingWith("cassandra.keyspace is NAME of at most 48 letters");
  }

  @Test
  void aTableHasOneIdWhoeverMakesIt() {
    assertThat(Tables.tableId("hybrid", "usertable"))
        .isEqualTo(Tables.tableId("hybrid", "usertable"))
        .isNotEqualTo(Tables.tableId("hybrid", "other"))
        .isNotEqualTo(Tables.tableId("other", "usertable"));
  }
}
