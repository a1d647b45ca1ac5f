package io.hybridycsb.ycsb.immudb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.hybridycsb.immudb.client.Immudb;
import io.hybridycsb.immudb.client.ImmudbStandIn;
import io.hybridycsb.immudb.client.Methods;
import io.hybridycsb.immudb.wire.Entries;
import io.hybridycsb.immudb.wire.Entry;
import io.hybridycsb.immudb.wire.ScanRequest;
import io.hybridycsb.immudb.wire.VerifiableEntry;
import io.hybridycsb.records.RecordCodec;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.record.Row;
import io.hybridycsb.ycsb.support.ProvableReads.Answer;
import io.hybridycsb.ycsb.support.ProvableReads.Proven;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that answers what a test tells it to, and proves nothing. */
class ImmudbReadsTest {
  private ImmudbStandIn server;
  private Immudb client;
  private ImmudbReads reads;

  @BeforeEach
  void connect() throws Exception {
    server =
        new ImmudbStandIn()
            .on(Methods.GET, any -> absent())
            .on(Methods.VERIFIABLE_GET, any -> VerifiableEntry.getDefaultInstance());
    client = Immudb.open(server.server(30_000), Optional.empty());
    reads = new ImmudbReads(client);
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    server.close();
  }

  /** The next of three records, though more are asked for. */
  private static Entries next(ScanRequest request) {
    Entries.Builder page = Entries.newBuilder();
    Stream.of("a", "b", "c")
        .map(key -> ByteString.copyFrom(StateKey.of("usertable", key)))
        .filter(
            key ->
                ByteString.unsignedLexicographicalComparator().compare(key, request.getSeekKey())
                    >= 0)
        .findFirst()
        .ifPresent(
            key ->
                page.addEntries(
                    Entry.newBuilder()
                        .setKey(key)
                        .setTx(1)
                        .setValue(ByteString.copyFrom(RecordCodec.encode(Map.of())))));
    return page.build();
  }

  private static Entry absent() {
    throw Status.UNKNOWN.withDescription("key not found").asRuntimeException();
  }

  @Test
  void recordsThatAreAbsentAreToldAndNeverTakenForProven() {
    List<Answer> absent = List.of(reads.get("usertable", "a"), reads.get("usertable", "b"));

    Proven proven = reads.verify(absent);

    assertThat(proven.answers()).isEmpty();
    assertThat(proven.unproven()).contains("record a is absent, and immudb has no proof of that");
  }

  @Test
  void aScanGoesOnAfterAPageThatIsShort() throws Exception {
    server.on(Methods.SCAN, ImmudbReadsTest::next);
    Properties properties = new Properties();
    properties.setProperty("immudb.address", server.address());
    ImmudbDb db = new ImmudbDb();
    db.open(properties);

    assertThat(db.scanRecords("usertable", "a", 2, null))
        .extracting(Row::key)
        .containsExactly("a", "b");
    assertThat(db.scanRecords("usertable", "b", 9, null))
        .extracting(Row::key)
        .containsExactly("b", "c");
    db.close();
  }

  @Test
  void aLieIsFoundBehindARecordThatIsAbsent() {
    Answer absent = reads.get("usertable", "a");
    Entry entry =
        Entry.newBuilder()
            .setTx(1)
            .setValue(ByteString.copyFrom(RecordCodec.encode(Map.of())))
            .build();
    server.on(Methods.GET, any -> entry);
    Answer present = reads.get("usertable", "b");

    assertThatThrownBy(() -> reads.verify(List.of(absent, present)))
        .isInstanceOf(FailedOperation.class)
        .hasMessageContaining("the header of transaction 0 has the version 0, not 1");
  }
}
