package io.hybridycsb.ycsb.blockchaindb;

import static io.hybridycsb.ycsb.blockchaindb.BlockchainDbProperties.COMMIT;
import static io.hybridycsb.ycsb.blockchaindb.BlockchainDbProperties.READ;
import static io.hybridycsb.ycsb.blockchaindb.BlockchainDbProperties.VERIFY;
import static io.hybridycsb.ycsb.blockchaindb.BlockchainDbProperties.VERIFY_DEPTH;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.client.BlockchainDb;
import io.hybridycsb.blockchaindb.client.ClientException;
import io.hybridycsb.blockchaindb.client.ClusterFile;
import io.hybridycsb.blockchaindb.client.ReadClaim;
import io.hybridycsb.blockchaindb.client.Session;
import io.hybridycsb.blockchaindb.proto.Entry;
import io.hybridycsb.blockchaindb.proto.Kind;
import io.hybridycsb.blockchaindb.proto.Write;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import io.hybridycsb.records.RecordCodec;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.verification.VerificationFailed;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.record.Row;
import io.hybridycsb.ycsb.support.BindingDb;
import io.hybridycsb.ycsb.support.ProvableReads;
import io.hybridycsb.ycsb.support.Shared;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import site.ycsb.Status;

/**
 * YCSB binding {@code blockchaindb}. Its properties are those of {@link BlockchainDbProperties}.
 *
 * <p>An insert sets the record. An update merges its fields into the record that the node knows,
 * and sets the result; if another node is faster, the node merges them again. Scans are answered
 * from the node's own state. A write whose answer is lost is looked up by its id until the call's
 * time is up, and is then UNKNOWN.
 */
public final class BlockchainDbClient extends BindingDb {
  /** One for each process; a process runs one binding. */
  private static final Shared<SharedClient> CLIENTS = new Shared<>();

  private PropertySet.Values properties;
  private SharedClient client;
  private Session session;

  public BlockchainDbClient() {
    super("blockchaindb");
  }

  @Override
  protected void open(Properties all) throws Exception {
    properties = BlockchainDbProperties.ALL.read(all);
    client = take(CLIENTS, () -> SharedClient.connect(properties));
    session = client.db().session();
  }

  @Override
  protected Optional<Map<String, byte[]>> readRecord(String table, String key, Set<String> fields) {
    return reading(() -> read(StateKey.of(table, key))).map(RecordCodec::decode);
  }

  private Optional<byte[]> read(byte[] at) throws InterruptedException {
    if (properties.get(VERIFY) == BlockchainDbProperties.Verify.ONLINE) {
      return session.verify(at, properties.get(VERIFY_DEPTH), properties.get(READ)).record();
    }
    BlockchainDb.Reading reading = session.read(at, properties.get(READ));
    if (properties.get(VERIFY) == BlockchainDbProperties.Verify.OFFLINE) {
      client.checks().add(reading.block(), ReadClaim.of(at, reading.record()));
    }
    return reading.record();
  }

  /** A call that changes nothing. */
  interface Read<T> {
    T make() throws InterruptedException;
  }

  /** Maps the client's exceptions to YCSB's statuses. */
  static <T> T reading(Read<T> call) {
    try {
      return call.make();
    } catch (VerificationFailed e) {
      throw new FailedOperation(Statuses.VERIFICATION_FAILED, e.getMessage());
    } catch (ClientException e) {
      throw new FailedOperation(
          Status.SERVICE_UNAVAILABLE, "a read was not answered: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FailedOperation(Status.SERVICE_UNAVAILABLE, "interrupted");
    }
  }

  @Override
  protected Optional<ProvableReads> provableReads() {
    return Optional.of(new BlockchainDbReads(client.db(), session, properties));
  }

  @Override
  protected List<Row> scanRecords(String table, String startKey, int count, Set<String> fields) {
    byte[] end = StateKey.endOf(table);
    return Row.byPages(
        startKey,
        count,
        (from, left) -> {
          byte[] first = StateKey.of(table, from);
          return reading(() -> session.scan(first, end, left, properties.get(READ))).stream()
              .map(BlockchainDbClient::row)
              .toList();
        });
  }

  private static Row row(Entry entry) {
    return new Row(
        StateKey.key(entry.getKey().toByteArray()),
        RecordCodec.decode(entry.getRecord().toByteArray()));
  }

  @Override
  protected Status insertRecord(String table, String key, Map<String, byte[]> fields) {
    return write(Kind.SET, table, key, RecordCodec.encode(fields));
  }

  @Override
  protected Status updateRecord(String table, String key, Map<String, byte[]> fields) {
    return write(Kind.MERGE, table, key, RecordCodec.encode(fields));
  }

  @Override
  protected Status deleteRecord(String table, String key) {
    return write(Kind.DELETE, table, key, new byte[0]);
  }

  private Status write(Kind kind, String table, String key, byte[] record) {
    Write write =
        Write.newBuilder()
            .setKey(ByteString.copyFrom(StateKey.of(table, key)))
            .setKind(kind)
            .setRecord(ByteString.copyFrom(record))
            .build();
    WriteReply reply = session.write(List.of(write), properties.get(COMMIT));
    return switch (reply.getOutcome()) {
      case COMMITTED -> Status.OK;
      case ACCEPTED -> accepted(reply);
      case ABSENT -> Status.NOT_FOUND;
      case TOO_LARGE -> throw new FailedOperation(Status.BAD_REQUEST, reply.getDetail());
      case NOT_SUBMITTED ->
          throw new FailedOperation(
              Status.SERVICE_UNAVAILABLE, "a write was not submitted: " + reply.getDetail());
      case FAILED -> throw new FailedOperation(Status.ERROR, "not written: " + reply.getDetail());
      default -> throw unknown(reply);
    };
  }

  private Status accepted(WriteReply reply) {
    if (properties.get(COMMIT) < 0) {
      return Status.BATCHED_OK;
    }
    throw unknown(reply);
  }

  private static FailedOperation unknown(WriteReply reply) {
    return FailedOperation.unknown(reply.getDetail());
  }

  /**
   * What all threads of a process use.
   *
   * @param checks reads to be checked in the background; used only where that is wanted
   */
  private record SharedClient(BlockchainDb db, OfflineChecks checks) implements AutoCloseable {
    private static final long END_TIMEOUT_MS = 60_000;

    /**
     * Connects.
     *
     * @throws IllegalStateException if no node answers
     */
    static SharedClient connect(PropertySet.Values properties) {
      BlockchainDb db =
          new BlockchainDb(
              ClusterFile.read(properties.get(BlockchainDbProperties.CLUSTER)),
              properties.get(BlockchainDbProperties.TIMEOUT_MS),
              properties.get(BlockchainDbProperties.CONNECTIONS),
              BlockchainDbProperties.requirements(properties));
      try {
        db.session().get(StateKey.of("hybrid-ycsb", "any"), BlockchainDb.Freshness.EVENTUAL);
        return new SharedClient(db, new OfflineChecks(db.readChecks()::check, END_TIMEOUT_MS));
      } catch (ClientException e) {
        db.close();
        throw new IllegalStateException("no node of the cluster answers: " + e.getMessage(), e);
      }
    }

    @Override
    public void close() throws InterruptedException {
      try {
        checks.close();
      } finally {
        db.close();
      }
    }
  }
}
