package io.hybridycsb.relational.node.definition;

import io.hybridycsb.relational.node.dialect.Dialect;
import io.hybridycsb.relational.node.dialect.Statements;
import io.hybridycsb.relational.proto.Definition;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.ProcedureDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The tables that the chain has defined, with their fields, and its procedures. What is defined is
 * decided by this record alone, which is the same on all nodes, never by what is in a database.
 */
public final class Definitions {
  /** Leaves room for the names of triggers: PostgreSQL cuts off after 63 bytes. */
  public static final int NAME_LENGTH_MAX = 48;

  /** A row of so many fields fits into a page of each database, its values outside. */
  public static final int FIELDS_MAX = 128;

  public static final int TABLES_MAX = 1_000;

  private static final Pattern NAME =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0," + (NAME_LENGTH_MAX - 1) + "}");

  /**
   * Begins the names of what is in the databases without a definition: the node's own, and
   * PostgreSQL's, which it finds before any other.
   */
  private static final List<String> OWN = List.of(Dialect.OWN, "pg_");

  /** The databases' own schemas, beside pg_catalog. */
  private static final Set<String> SCHEMAS =
      Set.of("information_schema", "mysql", "performance_schema", "sys");

  /**
   * Columns that every table has, of which PostgreSQL has some by itself, and those that MariaDB
   * keeps for its own.
   */
  private static final Set<String> TAKEN =
      Set.of(
          Dialect.KEY,
          Dialect.VERSION,
          "tableoid",
          "xmin",
          "cmin",
          "xmax",
          "cmax",
          "ctid",
          "_rowid",
          "db_row_id",
          "db_trx_id",
          "db_roll_ptr",
          "fts_doc_id");

  public static final Definitions NONE = new Definitions(new TreeMap<>(), DefinedProcedures.NONE);

  private final SortedMap<String, SortedSet<String>> tables;
  private final DefinedProcedures procedures;

  private Definitions(SortedMap<String, SortedSet<String>> tables, DefinedProcedures procedures) {
    this.tables = tables;
    this.procedures = procedures;
  }

  /**
   * Those that a database records; a table has a row with an empty field beside those of its own.
   */
  public static Definitions read(Connection connection) throws SQLException {
    SortedMap<String, SortedSet<String>> tables = new TreeMap<>();
    Statements.query(
        connection,
        "SELECT table_name, field_name FROM " + Dialect.FIELDS,
        List.of(),
        row ->
            tables.computeIfAbsent(row.getString(1), t -> new TreeSet<>()).add(row.getString(2)));
    tables.values().forEach(fields -> fields.remove(""));
    Definitions read = new Definitions(tables, DefinedProcedures.NONE);
    return read.with(DefinedProcedures.read(connection, read));
  }

  /** Records what is new since {@code before}. */
  public void record(Definitions before, long height, Statements statements) throws SQLException {
    procedures.record(before.procedures, height, statements);
    String sql =
        "INSERT INTO " + Dialect.FIELDS + " (table_name, field_name, height) VALUES (?, ?, ?)";
    for (Map.Entry<String, SortedSet<String>> table : since(before).entrySet()) {
      SortedSet<String> known = before.tables.get(table.getKey());
      if (known == null) {
        statements.update(sql, List.of(table.getKey(), "", height));
      }
      for (String field : table.getValue()) {
        if (known == null || !known.contains(field)) {
          statements.update(sql, List.of(table.getKey(), field, height));
        }
      }
    }
  }

  /** The fields of a table. */
  public Optional<SortedSet<String>> fields(String table) {
    return Optional.ofNullable(tables.get(table));
  }

  public SortedMap<String, SortedSet<String>> tables() {
    return tables;
  }

  public DefinedProcedures procedures() {
    return procedures;
  }

  /**
   * These and what is defined.
   *
   * @throws CallFailed if it is refused; says why
   * @throws IllegalArgumentException the same, of a table
   */
  public Definitions with(Definition definition) throws CallFailed {
    return switch (definition.getKindCase()) {
      case TABLE -> with(definition.getTable().getTable(), definition.getTable().getFieldsList());
      case PROCEDURE -> with(procedures.with(definition.getProcedure(), this));
      default -> throw new CallFailed(Outcome.REFUSED, "a definition is of no known kind");
    };
  }

  /** Whether a definition is not there, and won't be refused. */
  public boolean takes(Definition definition) {
    try {
      return !has(definition) && with(definition) != this;
    } catch (IllegalArgumentException | CallFailed e) {
      return false;
    }
  }

  /** Whether all of a definition is there. */
  public boolean has(Definition definition) {
    if (definition.hasTable()) {
      SortedSet<String> known = tables.get(definition.getTable().getTable());
      return known != null && known.containsAll(definition.getTable().getFieldsList());
    }
    ProcedureDefinition procedure = definition.getProcedure();
    return procedures
        .find(procedure.getName())
        .filter(known -> known.definition().equals(procedure))
        .isPresent();
  }

  /** The same tables with these procedures. */
  public Definitions with(DefinedProcedures others) {
    return new Definitions(tables, others);
  }

  /**
   * These and one more.
   *
   * @throws IllegalArgumentException if that can't be on one of the databases; says why
   */
  public Definitions with(String table, Iterable<String> fields) {
    requireName("table", table);
    requireNoOther("table", table, tables.keySet());
    if (!tables.containsKey(table) && tables.size() == TABLES_MAX) {
      throw new IllegalArgumentException("there are at most " + TABLES_MAX + " tables");
    }
    SortedSet<String> all = new TreeSet<>(tables.getOrDefault(table, new TreeSet<>()));
    for (String field : fields) {
      if (all.contains(field)) {
        continue;
      }
      requireName("field", field);
      if (TAKEN.contains(field.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException("a field can't be called " + field);
      }
      requireNoOther("field", field, all);
      if (all.size() == FIELDS_MAX) {
        throw new IllegalArgumentException("a table has at most " + FIELDS_MAX + " fields");
      }
      all.add(field);
    }
    SortedMap<String, SortedSet<String>> next = new TreeMap<>(tables);
    next.put(table, all);
    return new Definitions(next, procedures);
  }

  private static void requireName(String what, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "the name of a %s has 1 to %d letters, digits, _ and -, and no digit or - first"
              .formatted(what, NAME_LENGTH_MAX));
    }
    requireNotOwn(what, name);
  }

  /**
   * @throws IllegalArgumentException if something that no definition has made has such a name
   */
  public static void requireNotOwn(String what, String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (SCHEMAS.contains(lower) || OWN.stream().anyMatch(lower::startsWith)) {
      throw new IllegalArgumentException(
          "a %s can't be called %s: names that begin with %s, and names of the databases' own schemas, are taken"
              .formatted(what, name, String.join(" or ", OWN)));
    }
  }

  /** To MariaDB, names of columns are the same in upper and in lower case. */
  private static void requireNoOther(String what, String name, Iterable<String> names) {
    for (String other : names) {
      if (other.equalsIgnoreCase(name) && !other.equals(name)) {
        throw new IllegalArgumentException(
            "there is a %s %s, which differs from %s only in case".formatted(what, other, name));
      }
    }
  }

  /** The tables that are new, or have new fields, since {@code before}. */
  public Map<String, SortedSet<String>> since(Definitions before) {
    Map<String, SortedSet<String>> changed = new TreeMap<>();
    if (before == this) {
      return changed;
    }
    tables.forEach(
        (table, fields) -> {
          if (!fields.equals(before.tables.get(table))) {
            changed.put(table, fields);
          }
        });
    return changed;
  }
}
