package io.hybridycsb.relational.node.database.agree;

import static io.hybridycsb.relational.node.database.fixtures.Txns.put;
import static io.hybridycsb.relational.node.database.fixtures.Txns.records;
import static io.hybridycsb.relational.node.database.fixtures.Txns.table;
import static io.hybridycsb.relational.node.database.fixtures.Txns.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.relational.node.database.BlockTransaction;
import io.hybridycsb.relational.node.database.ExecutedBlock;
import io.hybridycsb.relational.node.definition.Definitions;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A name is refused by every node, or taken by every database. */
class NamesAgreeTest {
  /** One of so many words is tried as the name of a table, which takes longer than a field. */
  private static final int WORDS_OF_TABLE = 20;

  /** Of columns that InnoDB has, or MariaDB makes for some tables. */
  private static final List<String> COLUMNS =
      List.of("db_row_id", "db_trx_id", "db_roll_ptr", "fts_doc_id", "row_start", "row_end");

  @TempDir private static Path directory;

  @Test
  void noWordOfADatabaseStopsANodeAsANameOfAFieldOrATable() throws Exception {
    try (ComparedDatabases databases = new ComparedDatabases(directory)) {
      databases.beginEmpty();
      SortedSet<String> words = databases.words();
      words.addAll(COLUMNS);
      assertThat(words).hasSizeGreaterThan(500);
      List<BlockTransaction> block = new ArrayList<>();
      int at = 0;
      for (String word : words) {
        if (at % WORDS_OF_TABLE == 0) {
          block.add(
              transaction(block.size() + 1, table(word, "a"), records(put(word, "k", "a", "1"))));
        }
        at++;
      }
      List<String> all = List.copyOf(words);
      for (int from = 0; from < all.size(); from += Definitions.FIELDS_MAX) {
        List<String> fields =
            all.subList(from, Math.min(from + Definitions.FIELDS_MAX, all.size()));
        String table = "t" + block.size();
        List<Call> calls = new ArrayList<>();
        fields.forEach(field -> calls.add(table(table, field)));
        fields.forEach(field -> calls.add(records(put(table, "k", field, "1"))));
        block.add(transaction(block.size() + 1, calls.toArray(Call[]::new)));
      }
      requireSame(databases, block);
    }
  }

  private static void requireSame(ComparedDatabases databases, List<BlockTransaction> block) {
    ExecutedBlock first = null;
    for (ComparedDatabase each : databases.all()) {
      ExecutedBlock executed = each.execute(1, block, List.of());
      first = first == null ? executed : first;
      assertThat(executed.results()).as(each.name).isEqualTo(first.results());
      assertThat(executed.appHash()).as(each.name).isEqualTo(first.appHash());
    }
    assertThat(first.results().stream().flatMap(result -> result.outcomes().stream()).distinct())
        .containsExactlyInAnyOrder(Outcome.OK, Outcome.REFUSED, Outcome.UNDEFINED);
  }
}
