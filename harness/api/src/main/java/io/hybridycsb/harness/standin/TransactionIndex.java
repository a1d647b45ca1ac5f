package io.hybridycsb.harness.standin;

import de.bwaldvogel.mongo.bson.Document;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Indexes BigchainDB's transactions by owner and by the outputs that they spend. It may name
 * transactions that don't exist, but misses none.
 */
final class TransactionIndex {
  private final Map<String, Set<String>> byOwner = new ConcurrentHashMap<>();
  private final Map<String, Set<String>> bySpent = new ConcurrentHashMap<>();

  /** Must be called before the transaction can be found. */
  void add(Document transaction) {
    String id = (String) transaction.get("id");
    parts(transaction, "outputs")
        .flatMap(output -> ((Collection<?>) output.get("public_keys")).stream())
        .forEach(owner -> add(byOwner, (String) owner, id));
    parts(transaction, "inputs")
        .map(input -> input.get("fulfills"))
        .filter(Document.class::isInstance)
        .map(spent -> (String) ((Document) spent).get("transaction_id"))
        .forEach(spent -> add(bySpent, spent, id));
  }

  private static Stream<Document> parts(Document transaction, String name) {
    return ((Collection<?>) transaction.get(name)).stream().map(Document.class::cast);
  }

  private static void add(Map<String, Set<String>> ids, String key, String id) {
    ids.computeIfAbsent(key, unused -> ConcurrentHashMap.newKeySet()).add(id);
  }

  /** The same filter, with the ids of all possible matches if the index knows them. */
  Document narrowed(Document filter) {
    Optional<Set<String>> ids = ids(filter);
    if (ids.isEmpty() || filter.containsKey("id")) {
      return filter;
    }
    Document narrowed = new Document("id", new Document("$in", List.copyOf(ids.get())));
    narrowed.putAll(filter);
    return narrowed;
  }

  private Optional<Set<String>> ids(Document filter) {
    if (filter.get("outputs.public_keys") instanceof String owner) {
      return Optional.of(byOwner.getOrDefault(owner, Set.of()));
    }
    if (filter.get("inputs") instanceof Document inputs
        && inputs.get("$elemMatch") instanceof Document input
        && input.get("$and") instanceof List<?> conditions) {
      return conditions.stream()
          .map(condition -> ((Document) condition).get("fulfills.transaction_id"))
          .flatMap(wanted -> spent(wanted).stream())
          .findFirst()
          .map(this::spending);
    }
    return Optional.empty();
  }

  private static Optional<Collection<?>> spent(Object wanted) {
    if (wanted instanceof String one) {
      return Optional.of(List.of(one));
    }
    return wanted instanceof Document some && some.get("$in") instanceof Collection<?> all
        ? Optional.of(all)
        : Optional.empty();
  }

  private Set<String> spending(Collection<?> spent) {
    Set<String> ids = new LinkedHashSet<>();
    spent.forEach(id -> ids.addAll(bySpent.getOrDefault((String) id, Set.of())));
    return ids;
  }
}
