package io.hybridycsb.relational.node.definition;

import static io.hybridycsb.relational.node.database.fixtures.Txns.procedure;
import static io.hybridycsb.relational.node.database.fixtures.Txns.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.relational.proto.Call;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DefinitionsTest {
  private static final String NOTHING = "BEGIN RETURN 1; END";

  private static Definitions with(Definitions definitions, Call call) throws CallFailed {
    return definitions.with(call.getDefinition());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pg_proc",
        "pg_authid",
        "pg_catalog",
        "pg_",
        "relational_blocks",
        "relational_x",
        "information_schema",
        "mysql",
        "performance_schema",
        "sys"
      })
  void nothingIsCalledAsWhatADatabaseHasItself(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    for (Call call : List.of(table(name), table(upper), table("t", name), table("t", "a", upper))) {
      assertThatThrownBy(() -> with(Definitions.NONE, call)).hasMessageContaining(" are taken");
    }
    assertThatThrownBy(() -> with(Definitions.NONE, procedure(name, NOTHING)))
        .isInstanceOf(CallFailed.class)
        .hasMessageContaining(" are taken");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ycsb_key",
        "ctid",
        "_rowid",
        "db_row_id",
        "db_trx_id",
        "db_roll_ptr",
        "fts_doc_id"
      })
  void noFieldIsCalledAsAColumnThatADatabaseKeepsForItself(String name) {
    for (String each : List.of(name, name.toUpperCase(Locale.ROOT))) {
      assertThatThrownBy(() -> with(Definitions.NONE, table("t", "a", each)))
          .hasMessage("a field can't be called " + each);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"pg", "relational", "global_priv", "user", "system", "public", "mysql_"})
  void otherNamesAreFree(String name) {
    assertThatCode(() -> with(Definitions.NONE, table(name, name))).doesNotThrowAnyException();
    assertThatCode(() -> with(Definitions.NONE, procedure(name, NOTHING)))
        .doesNotThrowAnyException();
  }

  @Test
  void fieldsAreLookedAtUpToTheFirstThatIsTooMany() {
    List<String> most =
        IntStream.range(0, Definitions.FIELDS_MAX).mapToObj("f%d"::formatted).toList();
    Definitions full = Definitions.NONE.with("t", most);
    assertThat(full.with("t", most).fields("t"))
        .hasValueSatisfying(f -> assertThat(f).hasSize(128));
    Iterable<String> endless =
        () -> IntStream.iterate(0, i -> i + 1).mapToObj("g%d"::formatted).iterator();
    assertThatThrownBy(() -> Definitions.NONE.with("t", endless))
        .hasMessage("a table has at most 128 fields");
  }

  @Test
  void theTextsOfAllProceduresAreBounded() throws CallFailed {
    String text = NOTHING + " ".repeat(65_536 - NOTHING.length());
    Definitions definitions = Definitions.NONE;
    for (int i = 0; i < 16; i++) {
      definitions = with(definitions, procedure("p" + i, text));
    }
    Definitions full = definitions;
    assertThat(with(full, procedure("p0", text)).procedures()).isSameAs(full.procedures());
    assertThatThrownBy(() -> with(full, procedure("more", NOTHING)))
        .isInstanceOf(CallFailed.class)
        .hasMessage(
            "the texts of all procedures have at most 1048576 characters, with this one it is"
                + " 1048595");
    assertThatCode(() -> with(full, table("t"))).doesNotThrowAnyException();
  }

  @Test
  void whatADatabaseKeepsOfAllProceduresIsBounded() throws CallFailed {
    String text =
        "DECLARE v_t varchar(16383); BEGIN " + "v_t := p_key; ".repeat(900) + "RETURN 1; END";
    Definitions definitions = Definitions.NONE;
    for (int i = 0; i < 5; i++) {
      definitions = with(definitions, procedure("p" + i, text));
    }
    Definitions full = definitions;
    assertThatThrownBy(() -> with(full, procedure("more", text)))
        .isInstanceOf(CallFailed.class)
        .hasMessageStartingWith(
            "a database keeps at most 204800 KiB of all procedures, with this one it is 222246");
    assertThatCode(() -> with(full, procedure("more", NOTHING))).doesNotThrowAnyException();
  }
}
