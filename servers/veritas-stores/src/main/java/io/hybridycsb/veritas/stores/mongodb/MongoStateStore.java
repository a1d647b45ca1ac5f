package io.hybridycsb.veritas.stores.mongodb;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.Filters;
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
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/**
 * The state in a MongoDB collection that one node has to itself: documents {@code {_id: key, v:
 * value, h: height of its batch}}, and {@code {_id: 0, h: applied height}}.
 *
 * <p>MongoDB orders binary ids by their length first. A key is therefore a string with one
 * character for each byte, U+0000 to U+00FF: strings are compared as UTF-8, which keeps that order.
 *
 * <p>A batch is not a transaction, which a server on its own doesn't have. Its height is written
 * last; the remains of a broken batch are overwritten when it is applied again. A write never
 * replaces one of a greater height, so that late writes of an abandoned connection don't overwrite
 * newer values. Every read asks for the height after or with the values; where it is lower than
 * what was confirmed, or gone, the database has lost state.
 */
public final class MongoStateStore extends DatabaseStateStore {
  private static final int READ_KEYS_MAX = 256;
  private static final int WRITES_MAX = 1_000;

  private static final String ID = "_id";
  private static final String VALUE = "v";
  private static final String HEIGHT = "h";

  /** A number, which no range of keys includes. */
  private static final BsonValue HEIGHT_ID = new BsonInt32(0);

  private final MongoConnections connections;

  private MongoStateStore(MongoOptions options) {
    connections = new MongoConnections(options);
  }

  /**
   * Connects to a MongoDB and takes over the state it holds.
   *
   * @throws StoreException if it can't be reached
   */
  public static MongoStateStore open(MongoOptions options) {
    MongoStateStore store = new MongoStateStore(options);
    store.takeOver(() -> store.connections.call(MongoStateStore::readHeight));
    return store;
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    Era now = intactEra();
    List<byte[]> values = new ArrayList<>(keys.size());
    for (int start = 0; start < keys.size(); start += READ_KEYS_MAX) {
      int end = Math.min(start + READ_KEYS_MAX, keys.size());
      values.addAll(valuesOf(now, keys.subList(start, end)));
    }
    return values;
  }

  private List<byte[]> valuesOf(Era now, List<byte[]> keys) {
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
      } else {
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
    Bson range = Filters.and(Filters.gte(ID, idOf(from)), Filters.lt(ID, idOf(to)));
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
    requireNotBefore(now, batch);
    connections.call(
        collection -> {
          requireNobodyElse(now, readHeight(collection), batch.height());
          writeAll(collection, batch);
          advance(collection, now, batch.height());
          return null;
        });
    now.confirm(batch.height());
  }

  private static void writeAll(MongoCollection<BsonDocument> collection, StateBatch batch) {
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
    if (write.isDelete()) {
      return new DeleteOneModel<>(notNewer);
    }
    BsonDocument document = new BsonDocument(ID, id);
    document.put(VALUE, new BsonBinary(write.value()));
    document.put(HEIGHT, new BsonInt64(height));
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
    connections.call(
        collection -> {
          collection.deleteOne(Filters.eq(ID, HEIGHT_ID));
          collection.drop();
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
