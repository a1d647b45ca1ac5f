package io.hybridycsb.ycsb.relational;

import io.hybridycsb.relational.client.CallResult;
import io.hybridycsb.relational.client.Submission;
import io.hybridycsb.relational.proto.RecordRead;
import io.hybridycsb.relational.proto.RecordWrite;
import io.hybridycsb.relational.proto.RecordsCall;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.record.RecordName;
import io.hybridycsb.ycsb.record.RecordVersion;
import io.hybridycsb.ycsb.support.BufferedTransaction;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import site.ycsb.Status;

/**
 * Several records in one call. It is in the chain's order even if it only reads: what it has read
 * from nodes may be of different heights. The chain gives all that it has written one version, its
 * place in that order, which is known once its outcome is.
 */
final class RelationalTransaction extends BufferedTransaction<Long> {
  private final RelationalDb client;
  private Submission sent;
  private volatile long version;

  RelationalTransaction(RelationalDb client) {
    this.client = client;
  }

  @Override
  protected Fetched<Long> fetch(RecordName record) {
    return RelationalDb.calling(() -> client.session().readUnordered(record.table(), record.key()))
        .map(
            found ->
                new Fetched<>(
                    found.getVersion(),
                    Optional.of(
                        RecordVersion.with(RelationalDb.fields(found), found.getVersion()))))
        .orElseGet(() -> new Fetched<>(0L, Optional.empty()));
  }

  @Override
  protected Status commit(
      Map<RecordName, Fetched<Long>> reads, Map<RecordName, Optional<Map<String, byte[]>>> writes) {
    RecordsCall.Builder call = RecordsCall.newBuilder();
    reads.forEach(
        (record, seen) -> {
          requireTable(record, Set.of());
          call.addReads(
              RecordRead.newBuilder()
                  .setTable(record.table())
                  .setKey(record.key())
                  .setVersion(seen.state()));
        });
    writes.forEach((record, fields) -> addWrite(call, record, fields, reads.get(record).state()));
    sent = RelationalDb.submission(call.build());
    return client.commit(sent).map(this::decided).orElse(Status.BATCHED_OK);
  }

  private void requireTable(RecordName record, Set<String> fields) {
    client.tables().require(client.session(), record.table(), fields);
  }

  private Status decided(CallResult result) {
    version = result.value();
    return RelationalDb.status(result);
  }

  private void addWrite(
      RecordsCall.Builder call, RecordName record, Optional<Map<String, byte[]>> fields, long was) {
    if (fields.isEmpty() && was == 0) {
      // There is nothing to delete, and the call is aborted if there is by then.
      return;
    }
    RecordWrite.Builder write =
        RecordWrite.newBuilder()
            .setTable(record.table())
            .setKey(record.key())
            .setKind(RecordWrite.Kind.DELETE);
    fields.ifPresent(
        some -> {
          Map<String, byte[]> shown = RecordVersion.hide(new HashMap<>(some));
          requireTable(record, shown.keySet());
          write.setKind(RecordWrite.Kind.PUT).addAllFields(RelationalDb.fields(shown));
        });
    call.addWrites(write);
  }

  @Override
  public Status settle() {
    // Without a call it has failed when it made its tables.
    return sent == null
        ? Statuses.ABORTED
        : RelationalDb.calling(() -> client.session().find(sent))
            .map(this::told)
            .orElse(Statuses.UNKNOWN);
  }

  @Override
  public long versionMade(String table, String key) {
    return version;
  }

  @Override
  public Optional<CompletableFuture<Status>> decision() {
    return client.isAsync() ? Optional.of(sent.decided().thenApply(this::told)) : Optional.empty();
  }

  /** As {@link #decided}, for a thread that can't fail; tells the reason if it has failed. */
  private Status told(CallResult result) {
    version = result.value();
    return client.result(result).status();
  }
}
