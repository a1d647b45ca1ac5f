package io.hybridycsb.immudb.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.immudb.client.Immudb;
import io.hybridycsb.immudb.client.Server;
import io.hybridycsb.immudb.proof.State;
import io.hybridycsb.immudb.wire.Entry;
import io.hybridycsb.immudb.wire.Tx;
import io.hybridycsb.tools.Findings;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LedgerAuditTest {
  private LedgerStandIn ledger;

  @BeforeEach
  void writeSomeTransactions() throws Exception {
    ledger = new LedgerStandIn();
    write("user1", "one");
    write("user2", "two");
    write("user3", "three");
    write("user1", "one again");
    write("user3", null);
    TreeMap<String, String> several = new TreeMap<>();
    several.put("user4", "four");
    several.put("user5", "five");
    ledger.append(several);
  }

  @AfterEach
  void close() {
    ledger.close();
  }

  private void write(String key, String value) {
    TreeMap<String, String> change = new TreeMap<>();
    change.put(key, value);
    ledger.append(change);
  }

  private List<String> findings() throws Exception {
    Server server = new Server(ledger.address(), "hybrid", "immudb", "immudb", 1, 10_000);
    Findings findings = new Findings();
    try (Immudb client = Immudb.open(server, Optional.empty())) {
      State state = client.state();
      NewestWrites newest = new NewestWrites();
      LedgerReplay replay = new LedgerReplay(client, newest, findings);
      if (replay.readTo(state)) {
        new IndexComparison(client, newest, findings).compare(state, replay);
      }
    }
    return findings.lines();
  }

  private void changeTransaction(int number, Consumer<Tx.Builder> change) {
    Tx.Builder changed = ledger.log.get(number - 1).toBuilder();
    change.accept(changed);
    ledger.log.set(number - 1, changed.build());
  }

  private void changeIndex(int position, Consumer<Entry.Builder> change) {
    Entry.Builder changed = ledger.index.get(position).toBuilder();
    change.accept(changed);
    ledger.index.set(position, changed.build());
  }

  private static final ByteString OTHER = ByteString.copyFromUtf8("\0other");

  @Test
  void aLedgerThatIsRightPasses() throws Exception {
    assertThat(findings()).isEmpty();
  }

  @Test
  void aLongLedgerIsReadInParts() throws Exception {
    for (int i = 0; i < 600; i++) {
      write("user" + i % 7, "value " + i);
    }

    assertThat(findings()).isEmpty();
  }

  @Test
  void aValueThatWasNotWrittenIsNamed() throws Exception {
    changeTransaction(2, tx -> tx.getEntriesBuilder(0).setValue(OTHER));

    assertThat(findings())
        .containsExactly(
            "transaction 2, usertable/user2: the value isn't the one that was written");
  }

  @Test
  void anEntryThatItsTransactionDoesNotCoverIsNamed() throws Exception {
    changeTransaction(6, tx -> tx.getEntriesBuilder(1).setKey(OTHER));

    assertThat(findings())
        .containsExactly("transaction 6: its entries aren't those that its root covers");
  }

  @Test
  void aHeaderThatDoesNotFollowIsNamed() throws Exception {
    changeTransaction(4, tx -> tx.getHeaderBuilder().setTs(7));

    assertThat(findings()).containsExactly("transaction 5: it doesn't follow the one before it");
  }

  @Test
  void aWrongRootOverAllBeforeIsNamed() throws Exception {
    changeTransaction(4, tx -> tx.getHeaderBuilder().setBlRoot(ByteString.copyFrom(new byte[32])));

    assertThat(findings())
        .containsExactly("transaction 4: the root over all transactions before it is wrong");
  }

  @Test
  void anotherEndThanTheServerTellsIsNamed() throws Exception {
    changeTransaction(6, tx -> tx.getHeaderBuilder().setTs(7));

    assertThat(findings())
        .containsExactly("transaction 6: the log gives another hash than was verified");
  }

  @Test
  void anotherNumberOfTransactionsThanWasAskedForIsNamed() throws Exception {
    ledger.log.remove(5);

    assertThat(findings()).containsExactly("transactions from 1 on: 6 were asked for, 5 came");
  }

  @Test
  void anIndexThatHasAnOlderValueIsNamed() throws Exception {
    changeIndex(0, entry -> entry.setTx(1));

    assertThat(findings())
        .containsExactly(
            "usertable/user1: the index has the value of transaction 1, the newest is of 4");
  }

  @Test
  void anIndexThatLacksARecordIsNamed() throws Exception {
    ledger.index.remove(1);

    assertThat(findings())
        .containsExactly("transaction 2: the index lacks a record that it has written");
  }

  @Test
  void anIndexThatHasADeletedRecordIsNamed() throws Exception {
    ledger.index.add(
        2, Entry.newBuilder().setTx(3).setKey(ByteString.copyFromUtf8("usertable\0user3")).build());

    assertThat(findings())
        .containsExactly(
            "usertable/user3: the index has the value of transaction 3, the newest is of 5");
  }

  @Test
  void anIndexWithoutOrderIsNamedInsteadOfReadForEver() throws Exception {
    Collections.reverse(ledger.index);

    assertThat(findings()).contains("the index isn't sorted at usertable/user4");
  }
}
