package io.hybridycsb.immudb.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.immudb.client.CallFailed;
import io.hybridycsb.immudb.client.Immudb;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.verification.StateFile;
import io.hybridycsb.verification.VerificationFailed;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that shows a state, and then no more proofs, so that the state isn't kept. */
class KeptStateTest {
  @TempDir Path directory;

  private LedgerStandIn ledger;
  private StateFile file;

  @BeforeEach
  void writeSomeTransactions() throws Exception {
    ledger = new LedgerStandIn();
    write("user1");
    write("user2");
    file = new StateFile(directory.resolve("state"));
  }

  @AfterEach
  void close() {
    ledger.close();
  }

  private void write(String key) {
    ledger.append(new TreeMap<>(Map.of(key, "value")));
  }

  private Immudb client() {
    return Immudb.open(ledger.server(60_000), Optional.of(file.file()));
  }

  private long kept() {
    return file.read().orElseThrow().of("transactions").height();
  }

  @Test
  void whatIsVerifiedIsKeptThoughTheServerThatToldOfMoreSaysNothingAnyMore() throws Exception {
    Immudb client = client();
    write("user3");
    client.refresh();
    write("user4");
    client.get(StateKey.of("usertable", "user4"));
    ledger.isSilent = true;

    assertThatThrownBy(client::close)
        .isInstanceOf(CallFailed.class)
        .hasMessage(
            "transaction 4, of which the server has told, isn't verified for %s: connection lost",
            file.file());
    assertThat(kept()).isEqualTo(3);

    ledger.isSilent = false;
    ledger.rollBack();
    ledger.rollBack();
    assertThatThrownBy(this::client)
        .isInstanceOf(VerificationFailed.class)
        .hasMessageContaining("the ledger was rolled back");
  }

  @Test
  void whatIsToldOfRecordsThatAreReadTogetherHasToBeInTheLedgerAtTheEnd() throws Exception {
    byte[] key = StateKey.of("usertable", "user3");
    for (Read read : List.<Read>of(c -> c.scan(key, new byte[0], 1), c -> c.getAll(List.of(key)))) {
      Immudb client = client();
      write("user3");
      read.by(client);
      ledger.rollBack();

      assertThatThrownBy(client::close)
          .isInstanceOf(VerificationFailed.class)
          .hasMessageContaining("the ledger was rolled back");
    }
  }

  /** A read of some records. */
  @FunctionalInterface
  private interface Read {
    void by(Immudb client);
  }

  @Test
  void aStateThatCannotBeProvenToContinueTheOneInTheFileIsToldAtTheEnd() throws Exception {
    Immudb first = client();
    Immudb second = client();
    write("user3");
    second.refresh();
    second.close();
    ledger.isUnproven = true;

    assertThatThrownBy(first::close)
        .isInstanceOf(CallFailed.class)
        .hasMessage(
            "%s is left with another client's state, which isn't proven: connection lost",
            file.file());
    assertThat(kept()).isEqualTo(3);
  }
}
