package io.hybridycsb.relational.node.database;

import static io.hybridycsb.relational.node.database.fixtures.Txns.calling;
import static io.hybridycsb.relational.node.database.fixtures.Txns.delete;
import static io.hybridycsb.relational.node.database.fixtures.Txns.ifVersion;
import static io.hybridycsb.relational.node.database.fixtures.Txns.merge;
import static io.hybridycsb.relational.node.database.fixtures.Txns.procedure;
import static io.hybridycsb.relational.node.database.fixtures.Txns.put;
import static io.hybridycsb.relational.node.database.fixtures.Txns.records;
import static io.hybridycsb.relational.node.database.fixtures.Txns.table;
import static io.hybridycsb.relational.node.database.fixtures.Txns.tooLarge;
import static io.hybridycsb.relational.node.database.fixtures.Txns.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.relational.node.database.fixtures.TestDatabase;
import io.hybridycsb.relational.node.dialect.Dialect;
import io.hybridycsb.relational.node.dialect.RowHash;
import io.hybridycsb.relational.proto.RecordWrite;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Application hashes: the same for all databases, so that nodes with different ones agree. */
abstract class HashesContract extends DatabaseContract {
  /** Computed by another program, too. */
  private static final String GOLDEN_OF_MANY_ROWS =
      "8b96447bc731570b59dab92feb93c9331018af5c7837b2a5901a4cff3b153123";

  private static final String GOLDEN =
      "da087e1cc15bb38561f026cc5e5b1ac37bed7327c547937e5a5c7fc712e5d169";

  HashesContract(TestDatabase on) {
    super(on);
  }

  /** In Java; so each database computes what the others do. */
  @Test
  void theEffectsOfABlockAreTheHashesOfItsRows() throws Exception {
    block(1, transaction(1, table("t", "a", "b-c"), records(put("t", "ä €", "a", "é"))));
    try (Connection connection = connection()) {
      Dialect dialect = Dialect.ofUrl(on.server().url());
      connection.setAutoCommit(false);
      dialect.beginEffects(connection);
      Dialect.execute(connection, "UPDATE t SET ycsb_version = 258");
      assertThat(hashes(dialect.effects(connection)))
          .containsExactlyInAnyOrder(
              RowHash.of(RowHash.REMOVED, "t", "ä €", Versions.at(1, 1), fields("é")),
              RowHash.of(RowHash.ADDED, "t", "ä €", 258, fields("é")));
      String big = "x".repeat(RowHash.VALUE_BYTES_MAX + 1);
      Dialect.execute(
          connection, "INSERT INTO t (ycsb_key, ycsb_version, a) VALUES ('k', -1, '" + big + "')");
      assertThat(hashes(dialect.effects(connection)))
          .containsExactly(RowHash.of(RowHash.ADDED, "t", "k", -1, fields(big)));
      Dialect.execute(connection, "DELETE FROM t WHERE ycsb_key = 'none'");
      assertThat(dialect.effects(connection)).isEmpty();
      connection.rollback();
    }
  }

  private static List<byte[]> hashes(byte[] effects) {
    List<byte[]> hashes = new ArrayList<>();
    for (int at = 0; at < effects.length; at += 32) {
      hashes.add(Arrays.copyOfRange(effects, at, at + 32));
    }
    return hashes;
  }

  private static TreeMap<String, byte[]> fields(String a) {
    return new TreeMap<>(Map.of("a", a.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void blocksOfManyRowsAreWrittenInParts() throws Exception {
    int rows = 9 * Dialect.ROWS_MAX + 7;
    RecordWrite[] puts = new RecordWrite[rows];
    RecordWrite[] deletes = new RecordWrite[rows];
    for (int i = 0; i < rows; i++) {
      puts[i] = put("t", "k" + i, "a", "v" + i);
      deletes[i] = delete("t", "k" + i);
    }
    byte[] one =
        database.execute(1, List.of(transaction(1, table("t", "a"), records(puts)))).appHash();
    database.commit();
    assertThat(HexFormat.of().formatHex(one)).isEqualTo(GOLDEN_OF_MANY_ROWS);
    assertThat(reads.read("t", "k", rows + 1).getRecordsList()).hasSize(rows);
    assertThat(read("t", "k" + (rows - 1))).isEqualTo("1.1 {a=v" + (rows - 1) + "}");
    block(2, transaction(2, records(deletes)));
    assertThat(reads.read("t", "k", rows + 1).getRecordsList()).isEmpty();
  }

  /** The same on all databases; a change of it is a change of the rules. */
  @Test
  void theSameBlocksHaveTheSameApplicationHashOnEveryDatabase() throws Exception {
    String big = "x".repeat(RowHash.VALUE_BYTES_MAX + 1);
    block(
        1,
        transaction(1, table("t", "a", "b-c"), table("U_2"), records(put("t", "ä €", "a", "é"))),
        transaction(-2, records(put("t", "big", "a", big, "b-c", "")), records(put("U_2", "k"))));
    block(
        7,
        transaction(3, records(merge("t", "big", "b-c", "1"), delete("t", "ä €"), put("t", "ä €"))),
        transaction(4, ifVersion("t", "big", Versions.at(7, 0), put("t", "big"))),
        transaction(5));
    block(
        9,
        transaction(6, records(put("t", "z"))),
        transaction(7, records(tooLarge("t", "z", "a"))),
        transaction(6, records(put("t", "z"))));
    block(
        10,
        transaction(
            8,
            procedure(
                "set",
                """
                BEGIN
                  UPDATE t SET a = convert_to('all', 'UTF8') WHERE ycsb_key = p_key;
                  INSERT INTO t (ycsb_key, ycsb_version, "b-c")
                    VALUES (concat('new', p_number), 1, convert_to('é', 'UTF8'));
                  DELETE FROM t WHERE ycsb_key = 'ä €';
                  RETURN p_number;
                END
                """),
            records(put("t", "y")),
            calling("set", "y", 2L)),
        transaction(9, calling("set", "y", 2L), calling("set", "big", -7L)));
    assertThat(HexFormat.of().formatHex(database.appHash())).isEqualTo(GOLDEN);
  }

  @Test
  void aRowThatWasTamperedWithChangesTheHashOfTheNextBlockThatTouchesIt() throws Exception {
    block(1, transaction(1, table("t", "a"), records(put("t", "k", "a", "1"), put("t", "l"))));
    BlockTransaction elsewhere = transaction(2, records(put("t", "l")));
    BlockTransaction here = transaction(3, records(put("t", "k", "a", "2")));
    byte[] honestElsewhere = database.execute(2, List.of(elsewhere)).appHash();
    byte[] honestHere = database.execute(2, List.of(here)).appHash();
    database.abandon();
    try (Connection connection = connection()) {
      Dialect.execute(connection, "UPDATE t SET a = '7' WHERE ycsb_key = 'k'");
    }
    assertThat(database.execute(2, List.of(elsewhere)).appHash()).isEqualTo(honestElsewhere);
    assertThat(database.execute(2, List.of(here)).appHash()).isNotEqualTo(honestHere);
  }
}
