package io.hybridycsb.veritas.stores.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.stores.database.DatabaseStateStoreContract;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the store keeps to on whatever speaks MongoDB's protocol. */
abstract class MongoStateStoreContract extends DatabaseStateStoreContract {
  private static final String DATABASE = "veritas-contract";

  /** On a machine that does much else, a server in the test's process may not run for seconds. */
  private static final int PATIENCE_MS = 60_000;

  /** The server's address. */
  abstract String url();

  @Override
  protected StateStore open() {
    return MongoStateStore.open(new MongoOptions(url(), DATABASE, PATIENCE_MS));
  }

  @AfterEach
  @Override
  protected final void emptyDatabase() {
    meddle(MongoCollection::drop);
  }

  @Override
  protected void setHeight(long height) {
    meddle(collection -> collection.updateOne(Filters.eq("_id", 0), Updates.set("h", height)));
  }

  @Test
  void whatABrokenBatchLeftBehindIsOverwrittenWhenItIsAppliedAgain() {
    store.apply(new StateBatch(1, List.of(create("a", "1"), create("b", "1"))));
    StateBatch batch = new StateBatch(3, List.of(update("a", "3"), delete("b"), create("c", "3")));
    store.apply(batch);
    setHeight(1);
    store.close();
    store = open();
    assertThat(store.appliedHeight()).isEqualTo(1);
    store.apply(new StateBatch(2, List.of(update("a", "2"), update("b", "2"))));
    assertThat(store.getAll(List.of(bytes("a")))).containsExactly(bytes("3"));
    store.apply(batch);
    assertThat(store.getAll(List.of(bytes("a"), bytes("b"), bytes("c"))))
        .containsExactly(bytes("3"), null, bytes("3"));
    assertThat(store.appliedHeight()).isEqualTo(3);
  }

  /** The write of a connection that was given up, past all that is asked before a batch. */
  private void writeLate(StateBatch batch) {
    meddle(
        collection ->
            MongoStateStore.writeAll(collection.withDocumentClass(BsonDocument.class), batch));
  }

  @Test
  void aLateWriteOfAnAbandonedConnectionBringsNoDeletedRecordBack() {
    StateBatch first = new StateBatch(1, List.of(create("a", "1"), create("b", "1")));
    StateBatch second = new StateBatch(2, List.of(delete("a"), update("b", "2")));
    store.apply(first);
    store.apply(second);
    writeLate(first);
    assertThat(store.getAll(List.of(bytes("a"), bytes("b")))).containsExactly(null, bytes("2"));
    assertThat(store.scan(bytes("a"), bytes("z"), 1))
        .extracting(StateEntry::key)
        .containsExactly(bytes("b"));

    store.apply(new StateBatch(3, List.of(create("a", "3"), delete("b"))));
    writeLate(second);
    assertThat(store.getAll(List.of(bytes("a"), bytes("b")))).containsExactly(bytes("3"), null);
  }

  @Test
  void deletesOfLongAgoTakeNoRoom() {
    store.close();
    AtomicLong clockNs = new AtomicLong();
    store = MongoStateStore.open(new MongoOptions(url(), DATABASE, PATIENCE_MS), clockNs::get);
    store.apply(new StateBatch(1, List.of(create("a", "1"), create("b", "1"), create("c", "1"))));
    store.apply(new StateBatch(2, List.of(delete("a"), delete("b"))));
    store.apply(new StateBatch(3, List.of(create("b", "3"))));
    for (int height = 4; height <= 5; height++) {
      assertThat(documents()).as("with a's delete").isEqualTo(4);
      clockNs.addAndGet(MongoStateStore.DELETES_KEPT_NS);
      store.apply(new StateBatch(height, List.of()));
    }
    assertThat(documents()).as("b, c and the height").isEqualTo(3);
    assertThat(store.getAll(List.of(bytes("a"), bytes("b"), bytes("c"))))
        .containsExactly(null, bytes("3"), bytes("1"));
  }

  private long documents() {
    long[] count = new long[1];
    meddle(collection -> count[0] = collection.countDocuments());
    return count[0];
  }

  private void meddle(Consumer<MongoCollection<Document>> change) {
    try (MongoClient client = MongoClients.create(url())) {
      change.accept(client.getDatabase(DATABASE).getCollection("veritas_state"));
    }
  }
}
