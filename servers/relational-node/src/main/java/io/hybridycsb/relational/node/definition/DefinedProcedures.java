package io.hybridycsb.relational.node.definition;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.relational.node.dialect.DatabaseFailure;
import io.hybridycsb.relational.node.dialect.Dialect;
import io.hybridycsb.relational.node.dialect.Statements;
import io.hybridycsb.relational.node.procedure.Expression.Type;
import io.hybridycsb.relational.node.procedure.Expression.Variable;
import io.hybridycsb.relational.node.procedure.Procedure;
import io.hybridycsb.relational.node.procedure.Procedure.NotInLanguage;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.Parameter;
import io.hybridycsb.relational.proto.ProcedureDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The procedures that the chain has defined, by their names, for good. */
public final class DefinedProcedures {
  public static final int PROCEDURES_MAX = 1_000;

  /** Of the texts of all procedures; nodes keep them. */
  public static final int CHARACTERS_MAX = 1 << 20;

  /**
   * KiB that a database keeps of all procedures once they were called. Short statements fill it
   * long before their texts have so many characters. Those of Smallbank and TPC-C need a tenth.
   */
  public static final long MEMORY_MAX = 200 << 10;

  /** Of a procedure; both databases take more. */
  public static final int PARAMETERS_MAX = 32;

  private static final Pattern NAME =
      Pattern.compile("[a-z][a-z0-9_]{0," + (Definitions.NAME_LENGTH_MAX - 1) + "}");

  private static final Pattern PARAMETER = Pattern.compile("p_[a-z0-9_]{1,30}");

  public static final DefinedProcedures NONE = new DefinedProcedures(new TreeMap<>());

  private final SortedMap<String, DefinedProcedure> all;

  private DefinedProcedures(SortedMap<String, DefinedProcedure> all) {
    this.all = all;
  }

  /**
   * Those that a database records.
   *
   * @param definitions the tables
   */
  public static DefinedProcedures read(Connection connection, Definitions definitions)
      throws SQLException {
    SortedMap<String, DefinedProcedure> all = new TreeMap<>();
    String sql = "SELECT name, definition FROM " + Dialect.PROCEDURES;
    try {
      for (Map.Entry<String, byte[]> each :
          Statements.query(
              connection, sql, List.of(), row -> Map.entry(row.getString(1), row.getBytes(2)))) {
        all.put(
            each.getKey(),
            DefinedProcedure.of(ProcedureDefinition.parseFrom(each.getValue()), definitions));
      }
    } catch (InvalidProtocolBufferException | NotInLanguage e) {
      throw new DatabaseFailure(Dialect.PROCEDURES + " was changed: no definition", e);
    }
    return new DefinedProcedures(all);
  }

  /** Records what is new since {@code before}. */
  public void record(DefinedProcedures before, long height, Statements statements)
      throws SQLException {
    String sql =
        "INSERT INTO " + Dialect.PROCEDURES + " (name, definition, height) VALUES (?, ?, ?)";
    for (DefinedProcedure procedure : since(before)) {
      statements.update(
          sql, List.of(procedure.name(), procedure.definition().toByteArray(), height));
    }
  }

  /** Those that are new since {@code before}. */
  public List<DefinedProcedure> since(DefinedProcedures before) {
    return all.values().stream().filter(each -> !before.all.containsKey(each.name())).toList();
  }

  public Optional<DefinedProcedure> find(String name) {
    return Optional.ofNullable(all.get(name));
  }

  /** Work that a call of one takes, at most. */
  public Optional<Long> work(String name) {
    return find(name).map(DefinedProcedure::work);
  }

  /** What was sent of each. */
  public SortedMap<String, ProcedureDefinition> definitions() {
    SortedMap<String, ProcedureDefinition> definitions = new TreeMap<>();
    all.forEach((name, procedure) -> definitions.put(name, procedure.definition()));
    return definitions;
  }

  /**
   * These and one more, or the same if it is among them.
   *
   * @param definitions the tables that it may work on
   * @throws CallFailed if it is refused; says why
   */
  public DefinedProcedures with(ProcedureDefinition procedure, Definitions definitions)
      throws CallFailed {
    DefinedProcedure known = all.get(procedure.getName());
    if (known != null && procedure.equals(known.definition())) {
      return this;
    }
    if (known != null) {
      throw refused(
          "there is another procedure %s, which keeps its text; take another name"
              .formatted(procedure.getName()));
    }
    requireNames(procedure);
    requireFew(procedure);
    try {
      DefinedProcedure parsed = DefinedProcedure.of(procedure, definitions);
      requireFits(parsed);
      SortedMap<String, DefinedProcedure> next = new TreeMap<>(all);
      next.put(procedure.getName(), parsed);
      return new DefinedProcedures(next);
    } catch (NotInLanguage e) {
      throw refused("the procedure " + procedure.getName() + ", " + e.getMessage());
    }
  }

  private void requireFew(ProcedureDefinition more) throws CallFailed {
    if (all.size() == PROCEDURES_MAX) {
      throw refused("there are at most " + PROCEDURES_MAX + " procedures");
    }
    long characters = more.getText().length();
    for (DefinedProcedure each : all.values()) {
      characters += each.definition().getText().length();
    }
    if (characters > CHARACTERS_MAX) {
      throw refused(
          "the texts of all procedures have at most %d characters, with this one it is %d"
              .formatted(CHARACTERS_MAX, characters));
    }
  }

  private void requireFits(DefinedProcedure more) throws CallFailed {
    long memory = more.memory() + all.values().stream().mapToLong(DefinedProcedure::memory).sum();
    if (memory > MEMORY_MAX) {
      throw refused(
          "a database keeps at most %d KiB of all procedures, with this one it is %d; fewer or shorter statements are needed"
              .formatted(MEMORY_MAX, memory));
    }
  }

  private static void requireNames(ProcedureDefinition procedure) throws CallFailed {
    if (!NAME.matcher(procedure.getName()).matches()) {
      throw refused(
          "the name of a procedure has 1 to %d lower-case letters, digits and _, and a letter first"
              .formatted(Definitions.NAME_LENGTH_MAX));
    }
    try {
      Definitions.requireNotOwn("procedure", procedure.getName());
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage());
    }
    Set<String> names = new HashSet<>();
    for (Parameter parameter : procedure.getParametersList()) {
      if (!PARAMETER.matcher(parameter.getName()).matches()
          || !names.add(parameter.getName())
          || parameter.getType() == Parameter.Type.UNRECOGNIZED) {
        throw refused(
            "the names of a procedure's parameters begin with p_, have up to 32 lower-case letters,"
                + " digits and _, and differ; a parameter is a text or a number");
      }
    }
    if (names.size() > PARAMETERS_MAX) {
      throw refused("a procedure has at most " + PARAMETERS_MAX + " parameters");
    }
  }

  private static CallFailed refused(String reason) {
    return new CallFailed(Outcome.REFUSED, reason);
  }

  /** These without one that a database has refused. */
  public DefinedProcedures without(String name) {
    SortedMap<String, DefinedProcedure> next = new TreeMap<>(all);
    next.remove(name);
    return new DefinedProcedures(next);
  }

  /**
   * A procedure that the chain has defined.
   *
   * @param definition as it was sent
   * @param parsed what it says
   * @param work of a call of it, at most; {@link Procedure#work} goes through all of the text
   * @param memory that a database keeps of it; {@link Procedure#memory}
   */
  public record DefinedProcedure(
      ProcedureDefinition definition, Procedure parsed, long work, long memory) {
    /**
     * @throws NotInLanguage if its text is none of the language
     */
    static DefinedProcedure of(ProcedureDefinition definition, Definitions definitions)
        throws NotInLanguage {
      List<Variable> parameters =
          definition.getParametersList().stream()
              .map(
                  each ->
                      new Variable(
                          each.getName(),
                          each.getType() == Parameter.Type.NUMBER ? Type.NUMBER : Type.TEXT))
              .toList();
      Procedure parsed = Procedure.parse(definition.getText(), parameters, definitions.tables());
      return new DefinedProcedure(definition, parsed, parsed.work(), parsed.memory());
    }

    public String name() {
      return definition.getName();
    }
  }
}
