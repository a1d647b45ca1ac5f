package io.hybridycsb.veritas.stores.mongodb;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.MongoNodeIsRecoveringException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.stores.database.Retries;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.bson.BsonDocument;

/**
 * The driver's client with our deadlines. A call whose connection breaks is repeated until {@link
 * MongoOptions#timeoutMs} have passed, so it must be idempotent.
 */
final class MongoConnections implements AutoCloseable {
  private static final String COLLECTION = "veritas_state";

  private final MongoOptions options;
  private final MongoClient client;
  private final MongoCollection<BsonDocument> collection;
  private volatile boolean closed;

  MongoConnections(MongoOptions options) {
    this.options = options;
    client = MongoClients.create(settings(options));
    collection =
        client.getDatabase(options.database()).getCollection(COLLECTION, BsonDocument.class);
  }

  private static MongoClientSettings settings(MongoOptions options) {
    int timeoutMs = options.timeoutMs();
    MongoClientSettings.Builder settings =
        MongoClientSettings.builder()
            // Journaled writes survive a kill.
            .writeConcern(WriteConcern.W1.withJournal(true))
            .applyConnectionString(options.address())
            // Other servers may lag behind confirmed writes.
            .readPreference(ReadPreference.primary())
            .applyToClusterSettings(
                cluster -> cluster.serverSelectionTimeout(timeoutMs, TimeUnit.MILLISECONDS))
            .applyToServerSettings(
                server ->
                    server
                        .heartbeatFrequency(1, TimeUnit.SECONDS)
                        .minHeartbeatFrequency(Retries.BACKOFF_MS, TimeUnit.MILLISECONDS))
            .applyToConnectionPoolSettings(
                pool -> pool.maxWaitTime(timeoutMs, TimeUnit.MILLISECONDS))
            .applyToSocketSettings(
                socket ->
                    socket
                        .connectTimeout(timeoutMs, TimeUnit.MILLISECONDS)
                        .readTimeout(timeoutMs, TimeUnit.MILLISECONDS));
    return settings.build();
  }

  /**
   * @throws StoreException if MongoDB can't be reached in time, or refuses
   */
  <T> T call(Function<MongoCollection<BsonDocument>, T> call) {
    Retries retries = new Retries(describe(), options.timeoutMs());
    while (true) {
      if (closed) {
        throw new StoreException(describe() + " was closed");
      }
      try {
        return call.apply(collection);
      } catch (MongoException e) {
        if (!isConnectionFailure(e)) {
          throw new StoreException(describe() + " answers: " + oneLine(e), e);
        }
        retries.pause("can't be reached: " + oneLine(e), e);
      } catch (IllegalStateException e) {
        // The driver throws this when another thread closes it.
        throw new StoreException(describe() + ": " + oneLine(e), e);
      }
    }
  }

  private static boolean isConnectionFailure(MongoException e) {
    return e instanceof MongoSocketException
        || e instanceof MongoTimeoutException
        || e instanceof MongoNotPrimaryException
        || e instanceof MongoNodeIsRecoveringException
        || (e instanceof MongoBulkWriteException bulk && bulk.getWriteConcernError() != null);
  }

  private static String oneLine(Exception e) {
    return String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
  }

  /** For messages: {@code mongodb 127.0.0.1:27017/veritas}. */
  String describe() {
    return "mongodb " + options;
  }

  @Override
  public void close() {
    closed = true;
    client.close();
  }
}
