package io.hybridycsb.relational.node.database;

import static io.hybridycsb.relational.node.database.Txns.calling;
import static io.hybridycsb.relational.node.database.Txns.procedure;
import static io.hybridycsb.relational.node.database.Txns.put;
import static io.hybridycsb.relational.node.database.Txns.records;
import static io.hybridycsb.relational.node.database.Txns.table;
import static io.hybridycsb.relational.node.database.Txns.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the forms of the language of procedures mean, on every database. */
abstract class MeaningsContract extends DatabaseContract {
  MeaningsContract(TestDatabase on) {
    super(on);
  }

  @Test
  void aProcedureReturns() {
    ExecutedBlock block =
        block(
            1,
            transaction(1, table("t", "a"), procedure("one", "BEGIN RETURN p_number + 1; END")),
            transaction(2, records(put("t", "k")), calling("one", "", 1L)));
    assertThat(block.results().get(1).values()).containsExactly(0L, 2L);
  }
}
