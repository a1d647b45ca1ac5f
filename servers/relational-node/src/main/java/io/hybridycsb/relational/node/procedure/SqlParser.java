package io.hybridycsb.relational.node.procedure;

import io.hybridycsb.relational.node.procedure.Expression.Field;
import io.hybridycsb.relational.node.procedure.Expression.Variable;
import io.hybridycsb.relational.node.procedure.Statement.Assigned;
import io.hybridycsb.relational.node.procedure.Statement.Delete;
import io.hybridycsb.relational.node.procedure.Statement.Insert;
import io.hybridycsb.relational.node.procedure.Statement.Into;
import io.hybridycsb.relational.node.procedure.Statement.Select;
import io.hybridycsb.relational.node.procedure.Statement.Update;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Parses the statements that reach records, each of them one by its key. */
final class SqlParser {
  private static final String SELECT =
      "SELECT reads one record: SELECT value, ... INTO variable, ... FROM table"
          + " WHERE ycsb_key = text;";
  private static final String INSERT =
      "INSERT makes one record: INSERT INTO table (ycsb_key, ycsb_version, field, ...)"
          + " VALUES (text, 1, bytes, ...);";
  private static final String UPDATE =
      "UPDATE changes one record: UPDATE table SET field = bytes, ...,"
          + " ycsb_version = ycsb_version + 1 WHERE ycsb_key = text;";
  private static final String DELETE =
      "DELETE removes one record: DELETE FROM table WHERE ycsb_key = text;";

  private final Cursor cursor;
  private final Scope scope;
  private final Expressions expressions;
  private final Map<String, ? extends Set<String>> tables;

  SqlParser(
      Cursor cursor,
      Scope scope,
      Expressions expressions,
      Map<String, ? extends Set<String>> tables) {
    this.cursor = cursor;
    this.scope = scope;
    this.expressions = expressions;
    this.tables = tables;
  }

  Statement statement() throws NotInLanguage {
    Statement statement =
        switch (cursor.next().text()) {
          case "select" -> select();
          case "insert" -> insert();
          case "update" -> update();
          default -> delete();
        };
    cursor.expect(";");
    return statement;
  }

  private Statement select() throws NotInLanguage {
    cursor.isIn(SELECT);
    List<Expression> values = new ArrayList<>();
    do {
      values.add(expressions.valueOfRecord());
    } while (cursor.takes(","));
    cursor.expect("into");
    List<Into> into = new ArrayList<>();
    Set<Variable> filled = new HashSet<>();
    do {
      Variable variable = scope.assigned(cursor);
      if (into.size() == values.size() || !filled.add(variable)) {
        throw cursor.refused("SELECT has a variable for each value, each another");
      }
      into.add(new Into(expressions.ofType(values.get(into.size()), variable.type()), variable));
    } while (cursor.takes(","));
    if (into.size() < values.size()) {
      throw cursor.refused("SELECT has a variable for each value, each another");
    }
    cursor.expect("from");
    String table = table();
    for (Expression value : values) {
      requireFields(table, value);
    }
    Expression key = key();
    if (cursor.takes("for")) {
      cursor.expect("update");
    }
    values.add(key);
    for (Expression value : values) {
      if (value.all().anyMatch(part -> part instanceof Variable used && filled.contains(used))) {
        throw cursor.refused("a variable that a SELECT fills is not used in it");
      }
    }
    return new Select(table, key, into);
  }

  private Statement insert() throws NotInLanguage {
    cursor.isIn(INSERT);
    cursor.expect("into");
    String table = table();
    cursor.expect("(", Language.KEY, ",", Language.VERSION_COLUMN);
    List<Field> fields = new ArrayList<>();
    while (cursor.takes(",")) {
      fields.add(field(table, new HashSet<>(fields)));
    }
    cursor.expect(")", "values", "(");
    Expression key = expressions.value(Type.TEXT);
    cursor.expect(",", "1");
    List<Assigned> assigned = new ArrayList<>();
    for (Field field : fields) {
      cursor.expect(",");
      assigned.add(new Assigned(field, expressions.value(Type.BYTES)));
    }
    cursor.expect(")");
    return new Insert(table, key, assigned);
  }

  private Statement update() throws NotInLanguage {
    cursor.isIn(UPDATE);
    String table = table();
    cursor.expect("set");
    List<Assigned> assigned = new ArrayList<>();
    Set<Field> set = new HashSet<>();
    boolean raises = false;
    do {
      if (!raises && cursor.takes(Language.VERSION_COLUMN)) {
        cursor.expect("=", Language.VERSION_COLUMN, "+", "1");
        raises = true;
      } else {
        Field field = field(table, set);
        set.add(field);
        cursor.expect("=");
        Expression value = expressions.ofType(expressions.valueOfRecord(), Type.BYTES);
        requireFields(table, value);
        assigned.add(new Assigned(field, value));
      }
    } while (cursor.takes(","));
    return new Update(table, key(), assigned, raises);
  }

  private Statement delete() throws NotInLanguage {
    cursor.isIn(DELETE);
    cursor.expect("from");
    return new Delete(table(), key());
  }

  private Expression key() throws NotInLanguage {
    cursor.expect("where", Language.KEY, "=");
    return expressions.key();
  }

  private String table() throws NotInLanguage {
    String name = cursor.name("a table");
    if (!tables.containsKey(name)) {
      throw cursor.refused("there is no table " + name);
    }
    return name;
  }

  private Field field(String table, Set<Field> others) throws NotInLanguage {
    String name = cursor.name("a field");
    if (name.equals(Language.KEY) || name.equals(Language.VERSION_COLUMN)) {
      throw cursor.refused("%s is not assigned here".formatted(name));
    }
    Field field = new Field(name);
    requireFields(table, field);
    if (others.contains(field)) {
      throw cursor.refused("%s stands twice".formatted(name));
    }
    return field;
  }

  private void requireFields(String table, Expression value) throws NotInLanguage {
    Set<String> unknown = new TreeSet<>();
    value.all().filter(Field.class::isInstance).forEach(part -> unknown.add(((Field) part).name()));
    unknown.removeAll(tables.get(table));
    if (!unknown.isEmpty()) {
      throw cursor.refused(
          "the table %s has no field %s".formatted(table, String.join(", ", unknown)));
    }
  }
}
