package io.hybridycsb.harness.standin;

import static org.assertj.core.api.Assertions.assertThat;

import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TransactionIndexTest {
  private final TransactionIndex index = new TransactionIndex();

  @BeforeEach
  void addTransactions() {
    index.add(transaction("a", "ann", null));
    index.add(transaction("b", "ann", "a"));
    index.add(transaction("c", "bob", null));
  }

  private static Document transaction(String id, String owner, String spent) {
    Document input = new Document();
    input.put("fulfills", spent == null ? null : new Document("transaction_id", spent));
    Document transaction = new Document("id", id);
    transaction.put("inputs", List.of(input));
    transaction.put("outputs", List.of(new Document("public_keys", List.of(owner))));
    return transaction;
  }

  private static Document spending(Object wanted) {
    return new Document(
        "inputs",
        new Document(
            "$elemMatch",
            new Document(
                "$and",
                List.of(
                    new Document("fulfills.transaction_id", wanted),
                    new Document("fulfills.output_index", 0)))));
  }

  private List<?> ids(Document filter) {
    return (List<?>) ((Document) index.narrowed(filter).get("id")).get("$in");
  }

  @Test
  void aLookUpByOwnerOrBySpentOutputIsNarrowedToWhatCanMatch() {
    assertThat(ids(new Document("outputs.public_keys", "ann")))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .containsExactlyInAnyOrder("a", "b");
    assertThat(ids(new Document("outputs.public_keys", "eve"))).isEmpty();
    assertThat(ids(spending("a"))).isEqualTo(List.of("b"));
    assertThat(ids(spending(new Document("$in", List.of("a", "c"))))).isEqualTo(List.of("b"));
  }

  @Test
  void theFilterItselfStays() {
    Document filter = spending("a");

    assertThat(index.narrowed(filter)).containsAllEntriesOf(filter);
  }

  @Test
  void anyOtherLookUpStaysAsItIs() {
    Document byAsset = new Document("asset.id", "a");
    Document byId = new Document("id", "a");

    assertThat(index.narrowed(byAsset)).isSameAs(byAsset);
    assertThat(index.narrowed(byId)).isSameAs(byId);
  }
}
