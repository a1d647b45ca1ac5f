package io.hybridycsb.veritas.stores.mongodb;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.WriteModel;
import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.core.spi.StateWrite;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.stores.database.DatabaseStateStore;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/**
 * The state in a MongoDB collection that one node has to itself. Its documents:
 *
 * <ul>
 *   <li>{@code {_id: key, v: value, h: height of its batch}}
 *   <li>for a key that was deleted, {@code {_id: key, h: height, d: height}}
 *   <li>{@code {_id: 0, h: applied height}}
 * </ul>
 *
 * <p>MongoDB orders binary ids by their length first. A key is therefore a string with one
 * character for each byte, U+0000 to U+00FF: strings are compared as UTF-8, which keeps that order.
 *
 * <p>A batch is not a transaction, which a server on its own doesn't have. Its height is written
 * last; the remains of a broken batch are overwritten when it is applied again. A write never
 * replaces one of a greater height, so that late writes of an abandoned connection don't overwrite
 * newer values. A delete leaves its height behind for the same reason; it is removed by one of the
 * batches that come after {@link #DELETES_KEPT_NS}, far beyond any deadline of a connection. Every
 * read asks for the height after or with the values; where it is lower than what was confirmed, or
 * gone, the database has lost state.
 */
public final class MongoStateStore extends DatabaseStateStore {
  private static final int WRITES_MAX = 1_000;
  static final long DELETES_KEPT_NS = TimeUnit.MINUTES.toNanos(10);

  private static final String ID = "_id";
  private static final String VALUE = "v";
  private static final String HEIGHT = "h";
  private static final String DELETED = "d";

  /** A number, which no range of keys includes. */
  private static final BsonValue HEIGHT_ID = new BsonInt32(0);

  private final MongoConnections connections;
  private final LongSupplier clockNs;

  /** What was applied at {@link #markedNs}; only the writer uses it and the following two. */
  private long marked;

  private long markedNs;

  /** Deletes up to this height may be forgotten. */
  private long forgettable;

  private MongoStateStore(MongoOptions options, LongSupplier clockNs) {
    connections = new MongoConnections(options);
    this.clockNs = clockNs;
    keepAllDeletes();
  }

  /**
   * Connects to a MongoDB and takes over the state it holds.
   *
   * @throws StoreException if it can't be reached
   */
  public static MongoStateStore open(MongoOptions options) {
    return open(options, System::nanoTime);
  }

  static MongoStateStore open(MongoOptions options, LongSupplier clockNs) {
    MongoStateStore store = new MongoStateStore(options, clockNs);
    store.takeOver(
        () ->
            store.connections.call(
                collection -> {
                  indexDeletes(collection);
                  return readHeight(collection);
                }));
    return store;
  }

  /** Holds the deleted keys alone. */
  private static void indexDeletes(MongoCollection<BsonDocument> collection) {
    collection.createIndex(Indexes.ascending(DELETED), new IndexOptions().sparse(true));
  }

  @Override
  protected List<byte[]> valuesOf(List<byte[]> keys) {
    Era now = intactEra();
    long confirmed = now.applied();
    List<BsonValue> ids = new ArrayList<>(keys.size() + 1);
    ids.add(HEIGHT_ID);
    keys.forEach(key -> ids.add(idOf(key)));
    List<BsonDocument> documents =
        connections.call(
            collection ->
                collection.find(Filters.in(ID, ids)).batchSize(ids.size()).into(new ArrayList<>()));
    long height = -1;
    Map<ByteBuffer, byte[]> found = new HashMap<>();
    for (BsonDocument document : documents) {
      if (document.get(ID).equals(HEIGHT_ID)) {
        height = document.getInt64(HEIGHT).getValue();
      } else if (document.containsKey(VALUE)) {
        found.put(ByteBuffer.wrap(keyOf(document)), valueOf(document));
      }
    }
    requireConfirmed(now, height, confirmed);
    return keys.stream().map(key -> found.get(ByteBuffer.wrap(key))).toList();
  }

  @Override
  public List<StateEntry> scan(byte[] from, byte[] to, int limit) {
    if (limit == 0 || Arrays.compareUnsigned(from, to) >= 0) {
      return List.of();
    }
    Era now = intactEra();
    long confirmed = now.applied();
    Bson range =
        Filters.and(Filters.gte(ID, idOf(from)), Filters.lt(ID, idOf(to)), Filters.exists(VALUE));
    return connections.call(
        collection -> {
          List<StateEntry> entries = new ArrayList<>();
          collection
              .find(range)
              .sort(Sorts.ascending(ID))
              .limit(limit)
              .forEach(document -> entries.add(new StateEntry(keyOf(document), valueOf(document))));
          requireConfirmed(now, readHeight(collection), confirmed);
          return entries;
        });
  }

  @Override
  public void apply(StateBatch batch) {
    Era now = intactEra();
    batch.requireNotBefore(now.applied());
    connections.call(
        collection -> {
          requireNobodyElse(now, readHeight(collection), batch.height());
          writeAll(collection, batch);
          advance(collection, now, batch.height());
          return null;
        });
    now.confirm(batch.height());
    forgetOldDeletes(batch);
  }

  private void keepAllDeletes() {
    marked = 0;
    markedNs = clockNs.getAsLong();
    forgettable = 0;
  }

  /** Removes somewhat more than the batch has added, as far as there is any that is old enough. */
  private void forgetOldDeletes(StateBatch batch) {
    long now = clockNs.getAsLong();
    if (now - markedNs >= DELETES_KEPT_NS) {
      forgettable = marked;
      marked = batch.height();
      markedNs = now;
    }
    if (forgettable == 0) {
      return;
    }
    Bson old = Filters.lte(DELETED, new BsonInt64(forgettable));
    int most = WRITES_MAX + batch.writes().size();
    boolean all =
        connections.call(
            collection -> {
              List<BsonValue> ids = new ArrayList<>();
              collection.find(old).limit(most).forEach(document -> ids.add(document.get(ID)));
              collection.deleteMany(Filters.and(Filters.in(ID, ids), old));
              return ids.size() < most;
            });
    if (all) {
      forgettable = 0;
    }
  }

  /** What of a batch is older than what is there changes nothing. */
  static void writeAll(MongoCollection<BsonDocument> collection, StateBatch batch) {
    BulkWriteOptions unordered = new BulkWriteOptions().ordered(false);
    List<StateWrite> writes = batch.writes();
    for (int start = 0; start < writes.size(); start += WRITES_MAX) {
      int end = Math.min(start + WRITES_MAX, writes.size());
      List<WriteModel<BsonDocument>> models = new ArrayList<>(end - start);
      writes.subList(start, end).forEach(write -> models.add(model(write, batch.height())));
      try {
        collection.bulkWrite(models, unordered);
      } catch (MongoBulkWriteException e) {
        requireOnlyNewerValues(e);
      }
    }
  }

  private static WriteModel<BsonDocument> model(StateWrite write, long height) {
    BsonValue id = idOf(write.key());
    Bson notNewer = Filters.and(Filters.eq(ID, id), Filters.lte(HEIGHT, new BsonInt64(height)));
    BsonDocument document = new BsonDocument(ID, id);
    document.put(HEIGHT, new BsonInt64(height));
    if (write.isDelete()) {
      document.put(DELETED, new BsonInt64(height));
    } else {
      document.put(VALUE, new BsonBinary(write.value()));
    }
    return new ReplaceOneModel<>(notNewer, document, new ReplaceOptions().upsert(true));
  }

  /** For a newer value the filter finds nothing, and the insert fails because the id exists. */
  private static void requireOnlyNewerValues(MongoBulkWriteException e) {
    boolean onlyNewer =
        e.getWriteConcernError() == null
            && e.getWriteErrors().stream()
                .allMatch(error -> error.getCategory() == ErrorCategory.DUPLICATE_KEY);
    if (!onlyNewer) {
      throw e;
    }
  }

  private void advance(MongoCollection<BsonDocument> collection, Era now, long height) {
    Bson expected =
        Filters.and(
            Filters.eq(ID, HEIGHT_ID),
            Filters.gte(HEIGHT, new BsonInt64(now.applied())),
            Filters.lte(HEIGHT, new BsonInt64(height)));
    Bson newHeight = Updates.set(HEIGHT, new BsonInt64(height));
    if (collection.updateOne(expected, newHeight).getMatchedCount() == 0) {
      requireNobodyElse(now, readHeight(collection), height);
      throw new StoreException(describe() + " changes its height: something else writes to it");
    }
  }

  @Override
  public long appliedHeight() {
    Era now = intactEra();
    long confirmed = now.applied();
    long height = connections.call(MongoStateStore::readHeight);
    requireConfirmed(now, height, confirmed);
    return height;
  }

  /** Below 0 if there is none. */
  private static long readHeight(MongoCollection<BsonDocument> collection) {
    BsonDocument document = collection.find(Filters.eq(ID, HEIGHT_ID)).first();
    return document == null ? -1 : document.getInt64(HEIGHT).getValue();
  }

  /** Removes the height first, so that a half-emptied state isn't taken for a whole one. */
  @Override
  protected void empty() {
    keepAllDeletes();
    connections.call(
        collection -> {
          collection.deleteOne(Filters.eq(ID, HEIGHT_ID));
          collection.drop();
          indexDeletes(collection);
          BsonDocument height = new BsonDocument(ID, HEIGHT_ID);
          height.put(HEIGHT, new BsonInt64(0));
          return collection.replaceOne(
              Filters.eq(ID, HEIGHT_ID), height, new ReplaceOptions().upsert(true));
        });
  }

  private static BsonString idOf(byte[] key) {
    return new BsonString(new String(key, ISO_8859_1));
  }

  private static byte[] keyOf(BsonDocument document) {
    return document.getString(ID).getValue().getBytes(ISO_8859_1);
  }

  private static byte[] valueOf(BsonDocument document) {
    return document.getBinary(VALUE).getData();
  }

  @Override
  public String describe() {
    return connections.describe();
  }

  @Override
  public void close() {
    connections.close();
  }
}
