package io.hybridycsb.ycsb.bigchaindb;

import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.ycsb.bigchaindb.Assets.Version;
import io.hybridycsb.ycsb.bigchaindb.BigchainDbProperties.Mapping;
import io.hybridycsb.ycsb.bigchaindb.BigchainDbProperties.Mode;
import io.hybridycsb.ycsb.bigchaindb.Submission.Outcome;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.OptimisticUpdate;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.outcome.TimeLimit;
import io.hybridycsb.ycsb.record.Row;
import io.hybridycsb.ycsb.support.BindingDb;
import io.hybridycsb.ycsb.support.Shared;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import site.ycsb.Status;

/**
 * YCSB binding {@code bigchaindb}. A record is an asset that its own key pair owns ({@link
 * Owner#ofRecord}), so any client that knows the seed finds it by its name. Its properties are
 * those of {@link BigchainDbProperties}.
 *
 * <p>An insert makes an asset. An update transfers the asset to the same owner, in a transaction
 * that carries the merged record. An output can be spent once, so only one of two updates of the
 * same version is committed. The other is tried again on the newer version, {@code
 * bigchaindb.retries} times at most, and is then ABORTED. A delete transfers the asset with a
 * tombstone. With {@code bigchaindb.mapping=create} an update makes another asset from the given
 * fields instead, without reading the record.
 *
 * <p>A write whose answer is lost is looked up by its id and sent again; if its outcome doesn't
 * become known in time, it is UNKNOWN.
 */
public final class BigchainDbClient extends BindingDb {
  /** One for each process; a process runs one binding. */
  private static final Shared<Nodes> NODES = new Shared<>();

  private static final int NONCE_BYTES = 8;

  private PropertySet.Values properties;
  private Nodes nodes;
  private int preferred;
  private Assets assets;

  public BigchainDbClient() {
    super("bigchaindb");
  }

  @Override
  protected void open(Properties all) throws Exception {
    properties = BigchainDbProperties.ALL.read(all);
    nodes = take(NODES, () -> Nodes.connect(properties));
    preferred = nodes.nextPreferred();
    assets = new Assets(nodes, preferred, properties.get(BigchainDbProperties.MAPPING));
    if (properties.get(BigchainDbProperties.MODE) != Mode.COMMIT) {
      tell(
          "mode="
              + properties.get(BigchainDbProperties.MODE).word()
              + ": OK means accepted, not committed");
    }
  }

  private Owner owner(String table, String key) {
    return Owner.ofRecord(properties.get(BigchainDbProperties.SEED), table, key);
  }

  private TimeLimit limit() {
    return TimeLimit.ofMs(properties.get(BigchainDbProperties.TIMEOUT_MS));
  }

  @Override
  protected Optional<Map<String, byte[]>> readRecord(String table, String key, Set<String> fields) {
    return assets.newest(owner(table, key), limit()).flatMap(Version::fields);
  }

  @Override
  protected List<Row> scanRecords(String table, String startKey, int count, Set<String> fields) {
    throw new FailedOperation(
        Status.NOT_IMPLEMENTED, "BigchainDB finds assets by owner or by words, not in an order");
  }

  @Override
  protected Status insertRecord(String table, String key, Map<String, byte[]> fields) {
    return create(owner(table, key), table, key, fields);
  }

  private Status create(Owner owner, String table, String key, Map<String, byte[]> fields) {
    Transaction transaction =
        Transaction.create(owner, Map.of("table", table, "key", key), once(RecordJson.of(fields)));
    return submit(transaction, limit());
  }

  private static Map<String, Object> once(Map<String, Object> metadata) {
    byte[] nonce = new byte[NONCE_BYTES];
    ThreadLocalRandom.current().nextBytes(nonce);
    return RecordJson.once(metadata, HexFormat.of().formatHex(nonce));
  }

  /** Has the nodes take a transaction as the mode asks; ABORTED if another one came first. */
  private Status submit(Transaction transaction, TimeLimit limit) {
    Outcome outcome = new Submission(nodes, preferred, properties, transaction, limit).await();
    if (outcome == Outcome.LOST) {
      return Statuses.ABORTED;
    }
    return properties.get(BigchainDbProperties.MODE) == Mode.COMMIT ? Status.OK : Status.BATCHED_OK;
  }

  @Override
  protected Status updateRecord(String table, String key, Map<String, byte[]> fields) {
    Owner owner = owner(table, key);
    return properties.get(BigchainDbProperties.MAPPING) == Mapping.CREATE
        ? create(owner, table, key, fields)
        : handOn(
            owner, record -> RecordJson.of(OptimisticUpdate.merged(Optional.of(record), fields)));
  }

  @Override
  protected Status deleteRecord(String table, String key) {
    return handOn(owner(table, key), record -> RecordJson.tombstone());
  }

  /**
   * @param change makes the next version's metadata of a record's fields
   */
  private Status handOn(Owner owner, Function<Map<String, byte[]>, Map<String, Object>> change) {
    TimeLimit limit = limit();
    return OptimisticUpdate.retrying(
        properties.get(BigchainDbProperties.RETRIES),
        () ->
            assets
                .newest(owner, limit)
                .filter(newest -> newest.fields().isPresent())
                .map(newest -> next(owner, newest, change.apply(newest.fields().get())))
                .map(next -> submit(next, limit))
                .orElse(Status.NOT_FOUND));
  }

  private static Transaction next(Owner owner, Version newest, Map<String, Object> metadata) {
    return Transaction.transfer(owner, newest.assetId(), newest.output(), once(metadata));
  }
}
