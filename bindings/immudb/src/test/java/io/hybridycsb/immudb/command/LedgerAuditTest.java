package io.hybridycsb.immudb.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.commands.Findings;
import io.hybridycsb.commands.Progress;
import io.hybridycsb.immudb.client.Immudb;
import io.hybridycsb.immudb.proof.State;
import io.hybridycsb.immudb.wire.Entry;
import io.hybridycsb.immudb.wire.Expiration;
import io.hybridycsb.immudb.wire.KVMetadata;
import io.hybridycsb.immudb.wire.Tx;
import io.hybridycsb.immudb.wire.TxEntry;
import io.hybridycsb.verification.VerificationFailed;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LedgerAuditTest {
  private static final Instant NOW = Instant.ofEpochSecond(2_000);
  private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

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
    Findings findings = new Findings();
    try (Immudb client = Immudb.open(ledger.server(60_000), Optional.empty())) {
      State state = client.state();
      NewestWrites newest = new NewestWrites();
      LedgerReplay replay = new LedgerReplay(client, newest, findings, new Progress());
      if (replay.readTo(state)) {
        new IndexComparison(client, newest, findings, new Progress(), CLOCK).compare(state, replay);
      }
    } catch (VerificationFailed e) {
      findings.add(e.getMessage());
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

    assertThat(findings())
        .containsExactly(
            "transaction 6 can't be read: 1 transactions from 6 on were asked for, 0 came");
  }

  @Test
  void anIndexIsReadToItsLastKeyWhateverThatIs() throws Exception {
    ByteString last = ByteString.copyFrom(new byte[] {0, (byte) 0xff, (byte) 0xff, 1});
    TxEntry entry = LedgerStandIn.entry("", "last", KVMetadata.getDefaultInstance());
    ledger.append(List.of(entry.toBuilder().setKey(last).build()));

    assertThat(findings()).isEmpty();
  }

  @Test
  void anIndexIsReadOnAfterAPageThatIsShort() throws Exception {
    ledger.pageMax = 1;

    assertThat(findings()).isEmpty();
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
  void anIndexThatHasARecordWhichNobodyHasWrittenIsNamed() throws Exception {
    Entry ghost = Entry.newBuilder().setKey(ByteString.copyFromUtf8("usertable\0ghost")).build();
    ledger.index.add(0, ghost.toBuilder().setTx(3).build());
    assertThat(findings())
        .containsExactly(
            "usertable/ghost: the index has a value of transaction 3, and no transaction has"
                + " written one");

    ledger.index.set(0, ghost);
    assertThat(findings())
        .containsExactly(
            "usertable/ghost is said to be written by transaction 0, the first one is 1");
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
  void anIndexThatHasAnotherValueOfTheRightTransactionIsNamed() throws Exception {
    changeIndex(1, entry -> entry.setValue(ByteString.copyFromUtf8("other")));

    assertThat(findings())
        .containsExactly(
            "usertable/user2: the index has another value than transaction 2 has written");
  }

  @Test
  void anIndexThatHasADeletedRecordAsOfItsDeletionIsNamed() throws Exception {
    ledger.index.add(
        2, Entry.newBuilder().setTx(5).setKey(ByteString.copyFromUtf8("usertable\0user3")).build());

    assertThat(findings())
        .containsExactly(
            "usertable/user3: the index has a value of transaction 5, which has deleted it or has"
                + " expired");
  }

  private static KVMetadata expiringAt(Instant time) {
    return KVMetadata.newBuilder()
        .setExpiration(Expiration.newBuilder().setExpiresAt(time.getEpochSecond()))
        .build();
  }

  @Test
  void anIndexHasWhatHasNotExpiredAndNothingElse() throws Exception {
    ledger.append("user6", "six", expiringAt(NOW));
    assertThat(findings())
        .containsExactly(
            "usertable/user6: the index has a value of transaction 7, which has deleted it or has"
                + " expired");
    ledger.index.remove(ledger.index.size() - 1);
    assertThat(findings()).isEmpty();

    ledger.append("user6", "six", expiringAt(NOW.plusSeconds(1)));
    assertThat(findings()).isEmpty();
    ledger.index.remove(ledger.index.size() - 1);
    assertThat(findings())
        .containsExactly("transaction 8: the index lacks a record that it has written");
  }

  @Test
  void anIndexKeepsAValueAfterWritesThatAreNotForIt() throws Exception {
    Entry before = ledger.index.get(0);
    ledger.append("user1", "hidden", KVMetadata.newBuilder().setNonIndexable(true).build());
    assertThat(findings())
        .containsExactly(
            "usertable/user1: the index has the value of transaction 7, the newest is of 4");

    ledger.index.set(0, before);
    assertThat(findings()).isEmpty();
  }

  /** The server could show and prove the one to some, and the other to others. */
  @Test
  void aTransactionThatHasTwoValuesOfAKeyIsNamed() throws Exception {
    ledger.append(
        List.of(
            LedgerStandIn.entry("user7", "seven", KVMetadata.getDefaultInstance()),
            LedgerStandIn.entry("user7", "other", KVMetadata.getDefaultInstance())));

    assertThat(findings()).containsExactly("transaction 7: it has two values of usertable/user7");
  }

  @Test
  void aValueOfNoRecordThatWasNotWrittenIsNamed() throws Exception {
    TxEntry entry = LedgerStandIn.entry("", "row", KVMetadata.getDefaultInstance());
    ledger.append(
        List.of(
            entry.toBuilder().setKey(ByteString.copyFromUtf8("\2row")).setValue(OTHER).build()));

    assertThat(findings())
        .containsExactly("transaction 7, .row: the value isn't the one that was written");
  }

  @Test
  void anIndexThatIsWrittenWhileItIsReadIsComparedWithTheLedgerAsItIsThen() throws Exception {
    ledger.beforeScan = () -> write("user2", "meanwhile");
    assertThat(findings()).isEmpty();

    ledger.beforeScan =
        () -> {
          write("user2", "again");
          changeIndex(1, entry -> entry.setValue(OTHER));
        };
    assertThat(findings())
        .containsExactly(
            "usertable/user2: the index has another value than transaction 9 has written");
  }

  @Test
  void anIndexWithoutOrderIsNamedInsteadOfReadForEver() throws Exception {
    Collections.reverse(ledger.index);

    assertThat(findings())
        .containsExactly("a scan has a record where it doesn't belong: usertable/user4");
  }

  @Test
  void anIndexThatGoesOnAfterAllThatWasWrittenIsNotReadForEver() throws Exception {
    AtomicInteger pages = new AtomicInteger();
    ledger.beforeScan =
        () -> {
          int page = pages.incrementAndGet();
          ledger.index.clear();
          for (int i = 0; i < Immudb.SCAN_MAX && page < 10; i++) {
            ledger.index.add(
                Entry.newBuilder()
                    .setTx(1)
                    .setKey(ByteString.copyFromUtf8("ghost%d%03d".formatted(page, i)))
                    .build());
          }
        };

    assertThat(findings())
        .contains(
            "ghost1000: the index has a value of transaction 1, and no transaction has written one")
        .hasSize(1_001);
    assertThat(pages).hasValue(1);
  }
}
