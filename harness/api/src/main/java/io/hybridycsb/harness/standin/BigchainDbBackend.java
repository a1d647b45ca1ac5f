package io.hybridycsb.harness.standin;

import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.h2.mvstore.MVStore;

/**
 * The MongoDB features that BigchainDB 2.2.2 uses, with data in a file. Each write is in the file
 * before the answer, so it survives the end of the process, but not that of the machine.
 *
 * <p>Beyond its base class it accepts and ignores text indexes, and answers {@code $text} by a scan
 * of the whole collection. An index finds transactions by owner, or by what they spend.
 */
final class BigchainDbBackend extends H2Backend {
  private static final Set<String> WRITES =
      Set.of("insert", "update", "delete", "findAndModify", "create", "createIndexes", "drop");
  private static final int ALL = 1_000_000;
  private static final int COMMITS_PER_COMPACTION = 500;
  private static final int FILL_PERCENT = 60;
  private static final int COMPACTION_BYTES = 4 << 20;

  /** Ids grow with time. Without this sort, the documents would be in the index' order. */
  private static final Document IN_THE_ORDER_OF_INSERTS = new Document("_id", 1);

  private final MVStore store;
  private final TransactionIndex index = new TransactionIndex();
  private final AtomicLong commits = new AtomicLong();

  private BigchainDbBackend(MVStore store) {
    super(store);
    this.store = store;
  }

  /** Opens the file, or makes it. */
  static BigchainDbBackend ofFile(String file) {
    BigchainDbBackend backend =
        // A store with automatic commits would write on a background thread.
        new BigchainDbBackend(
            new MVStore.Builder().fileName(file).cacheSize(64).autoCommitDisabled().open());
    backend.fillIndex();
    return backend;
  }

  private void fillIndex() {
    for (String database : listDatabaseNames()) {
      var transactions = resolveDatabase(database).resolveCollection("transactions", false);
      if (transactions != null) {
        transactions.queryAllAsStream().forEach(index::add);
      }
    }
  }

  @Override
  public Document handleMessage(MongoMessage message) {
    Document command = message.getDocument();
    String name = command.keySet().iterator().next();
    switch (name) {
      case "createIndexes" -> dropTextIndexes(command);
      case "insert" -> {
        if (isOnTransactions(command, name)) {
          documents(command.get("documents")).forEach(index::add);
        }
      }
      case "find" -> {
        if (command.get("filter") instanceof Document filter && filter.containsKey("$text")) {
          return search(message, command, (Document) filter.get("$text"));
        }
        narrowFind(command);
      }
      case "aggregate" -> narrowPipeline(command);
      default -> {}
    }
    Document answer = super.handleMessage(message);
    if (WRITES.contains(name)) {
      commit();
    }
    return answer;
  }

  @Override
  public void commit() {
    store.commit();
    if (commits.incrementAndGet() % COMMITS_PER_COMPACTION == 0) {
      store.compact(FILL_PERCENT, COMPACTION_BYTES);
    }
  }

  private static boolean isOnTransactions(Document command, String name) {
    return "transactions".equals(command.get(name));
  }

  private static List<Document> documents(Object list) {
    return ((List<?>) list).stream().map(Document.class::cast).toList();
  }

  private static void dropTextIndexes(Document command) {
    List<Document> others =
        documents(command.get("indexes")).stream()
            .filter(wanted -> !((Document) wanted.get("key")).containsValue("text"))
            .toList();
    command.put("indexes", others);
  }

  private void narrowFind(Document command) {
    boolean inNaturalOrder = !command.containsKey("sort");
    if (isOnTransactions(command, "find")
        && inNaturalOrder
        && command.get("filter") instanceof Document filter) {
      command.put("filter", index.narrowed(filter));
      command.put("sort", IN_THE_ORDER_OF_INSERTS);
    }
  }

  private void narrowPipeline(Document command) {
    List<Document> stages = new ArrayList<>(documents(command.get("pipeline")));
    if (isOnTransactions(command, "aggregate")
        && !stages.isEmpty()
        && stages.get(0).get("$match") instanceof Document match) {
      stages.set(0, new Document("$match", index.narrowed(match)));
      stages.add(1, new Document("$sort", IN_THE_ORDER_OF_INSERTS));
      command.put("pipeline", stages);
    }
  }

  /** All documents with any of the words, without scores. */
  private Document search(MongoMessage message, Document command, Document text) {
    Set<String> words =
        Set.of(text.get("$search").toString().toLowerCase(Locale.ROOT).split("\\W+"));
    command.put("filter", new Document());
    command.put("batchSize", ALL);
    command.keySet().removeAll(Set.of("sort", "projection", "limit"));
    Document answer = super.handleMessage(message);
    Document cursor = (Document) answer.get("cursor");
    List<Document> found =
        documents(cursor.get("firstBatch")).stream()
            .filter(document -> holdsAny(document, words))
            .collect(Collectors.toCollection(ArrayList::new));
    found.forEach(document -> document.remove("_id"));
    cursor.put("firstBatch", found);
    cursor.put("id", 0L);
    return answer;
  }

  private static boolean holdsAny(Object value, Set<String> words) {
    if (value instanceof Map<?, ?> map) {
      return map.values().stream().anyMatch(inner -> holdsAny(inner, words));
    }
    if (value instanceof List<?> list) {
      return list.stream().anyMatch(inner -> holdsAny(inner, words));
    }
    return value instanceof String text
        && List.of(text.toLowerCase(Locale.ROOT).split("\\W+")).stream().anyMatch(words::contains);
  }
}
