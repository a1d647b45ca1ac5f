package io.hybridycsb.relational.node.procedure;

import io.hybridycsb.relational.node.procedure.Cursor.Kind;
import io.hybridycsb.relational.node.procedure.Cursor.Token;
import io.hybridycsb.relational.node.procedure.Expression.Field;
import io.hybridycsb.relational.node.procedure.Expression.Round;
import io.hybridycsb.relational.node.procedure.Expression.Type;
import io.hybridycsb.relational.node.procedure.Expression.Variable;
import io.hybridycsb.relational.node.procedure.Procedure.NotInLanguage;
import io.hybridycsb.relational.node.procedure.Statement.Assign;
import io.hybridycsb.relational.node.procedure.Statement.Assigned;
import io.hybridycsb.relational.node.procedure.Statement.Branch;
import io.hybridycsb.relational.node.procedure.Statement.Delete;
import io.hybridycsb.relational.node.procedure.Statement.For;
import io.hybridycsb.relational.node.procedure.Statement.If;
import io.hybridycsb.relational.node.procedure.Statement.Insert;
import io.hybridycsb.relational.node.procedure.Statement.Into;
import io.hybridycsb.relational.node.procedure.Statement.Raise;
import io.hybridycsb.relational.node.procedure.Statement.Return;
import io.hybridycsb.relational.node.procedure.Statement.Select;
import io.hybridycsb.relational.node.procedure.Statement.Update;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Parses a procedure by descent, one method for each form of the {@link Language}. */
final class Parser {
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
  private final List<Variable> parameters;
  private final List<Variable> variables = new ArrayList<>();
  private int nested;
  private long rounds = 1;

  Parser(String text, List<Variable> parameters, Map<String, ? extends Set<String>> tables)
      throws NotInLanguage {
    this.cursor = new Cursor(text);
    this.parameters = parameters;
    scope = new Scope(parameters);
    expressions = new Expressions(cursor, scope);
    this.tables = tables;
  }

  Procedure parse() throws NotInLanguage {
    cursor.isIn("a procedure is [DECLARE variable type; ...] BEGIN statement ... END");
    if (cursor.takes("declare")) {
      do {
        declaration();
      } while (!cursor.sees("begin"));
    }
    cursor.expect("begin");
    List<Statement> statements = statements();
    if (statements.isEmpty() || !(statements.get(statements.size() - 1) instanceof Return)) {
      throw cursor.refused("the last statement of a procedure is RETURN");
    }
    cursor.isIn("a procedure has nothing after END");
    cursor.expect("end");
    cursor.takes(";");
    if (cursor.token().kind() != Kind.END) {
      throw cursor.unexpected("its end");
    }
    Procedure procedure = new Procedure(parameters, variables, statements);
    if (procedure.steps() > Language.STEPS_MAX) {
      throw cursor.refused(
          "a call could execute %d statements, and at most %d are allowed: fewer rounds are needed"
              .formatted(procedure.steps(), Language.STEPS_MAX));
    }
    if (procedure.work() > Language.WORK_MAX) {
      throw cursor.refused(
          "a call could be %d units of work, and at most %d are allowed: fewer rounds are needed"
              .formatted(procedure.work(), Language.WORK_MAX));
    }
    return procedure;
  }

  private void declaration() throws NotInLanguage {
    String name = scope.newName(cursor);
    cursor.isIn(
        "a variable's type is bigint or varchar(%d)".formatted(Language.TEXT_CHARACTERS_MAX));
    Type type = Type.NUMBER;
    if (!cursor.takes("bigint")) {
      type = Type.TEXT;
      cursor.expect("varchar", "(", Integer.toString(Language.TEXT_CHARACTERS_MAX), ")");
    }
    cursor.expect(";");
    Variable variable = new Variable(name, type);
    scope.add(variable);
    variables.add(variable);
  }

  /** Up to a word that ends them, which is left. */
  private List<Statement> statements() throws NotInLanguage {
    if (++nested > Language.NESTED_MAX) {
      throw cursor.refused(
          "there are more than %d statements in each other".formatted(Language.NESTED_MAX));
    }
    List<Statement> statements = new ArrayList<>();
    while (!cursor.sees("end") && !cursor.sees("else") && !cursor.sees("elsif")) {
      statements.add(statement());
    }
    nested--;
    return statements;
  }

  private Statement statement() throws NotInLanguage {
    expressions.beginStatement();
    if (Scope.isVariable(cursor.token())) {
      cursor.isIn("variable := value;");
      return assignment();
    }
    Token first = cursor.token();
    String word = first.kind() == Kind.WORD ? first.text() : "";
    cursor.isIn(
        "a statement begins with a variable, IF, FOR, RAISE, RETURN, SELECT, INSERT, UPDATE or"
            + " DELETE");
    return switch (word) {
      case "if" -> condition();
      case "for" -> loop();
      case "raise" -> raise();
      case "return" -> returned();
      case "select", "insert", "update", "delete" -> ofRecord();
      default -> throw cursor.unexpected("a statement");
    };
  }

  private Statement assignment() throws NotInLanguage {
    Variable variable = scope.assigned(cursor);
    cursor.expect(":=");
    Expression value = expressions.value(variable.type());
    cursor.expect(";");
    return new Assign(variable, value);
  }

  private Statement condition() throws NotInLanguage {
    List<Branch> branches = new ArrayList<>();
    List<Statement> otherwise = List.of();
    cursor.next();
    do {
      cursor.isIn("IF condition THEN statement ... [ELSIF ... | ELSE ...] END IF;");
      Condition condition = expressions.condition();
      cursor.expect("then");
      branches.add(new Branch(condition, statements()));
    } while (cursor.takes("elsif"));
    if (cursor.takes("else")) {
      otherwise = statements();
    }
    cursor.isIn("IF ends with END IF;");
    cursor.expect("end", "if", ";");
    return new If(branches, otherwise);
  }

  private Statement loop() throws NotInLanguage {
    cursor.isIn("FOR variable IN 1 .. number LOOP statement ... END LOOP;");
    cursor.next();
    String name = scope.newName(cursor);
    cursor.expect("in", "1", "..");
    Round round = new Round(name, rounds(cursor.token()));
    cursor.next();
    long before = rounds;
    rounds *= round.rounds();
    if (rounds > Language.ROUNDS_MAX) {
      throw cursor.refused(
          "loops in each other make %d rounds, and at most %d are allowed"
              .formatted(rounds, Language.ROUNDS_MAX));
    }
    cursor.expect("loop");
    scope.enter(round);
    List<Statement> statements = statements();
    scope.leave(round);
    rounds = before;
    cursor.isIn("FOR ends with END LOOP;");
    cursor.expect("end", "loop", ";");
    return new For(round, statements);
  }

  private int rounds(Token last) throws NotInLanguage {
    if (last.kind() != Kind.NUMBER || !last.text().matches("[1-9][0-9]{0,3}")) {
      throw cursor.unexpected("a number from 1 to " + Language.ROUNDS_MAX);
    }
    return Integer.parseInt(last.text());
  }

  private Statement raise() throws NotInLanguage {
    cursor.isIn("RAISE EXCEPTION 'text';");
    cursor.next();
    cursor.expect("exception");
    Token token = cursor.token();
    String message = cursor.text();
    if (message.indexOf('%') >= 0 || message.length() > Language.MESSAGE_CHARACTERS_MAX) {
      throw new NotInLanguage(
          token.line(),
          "what is raised has at most %d characters, none of them %%"
              .formatted(Language.MESSAGE_CHARACTERS_MAX));
    }
    cursor.expect(";");
    return new Raise(message);
  }

  private Statement returned() throws NotInLanguage {
    cursor.isIn("RETURN number; or RETURN NULL;");
    cursor.next();
    Optional<Expression> value = Optional.empty();
    if (!cursor.takes("null")) {
      value = Optional.of(expressions.value(Type.NUMBER));
    }
    cursor.expect(";");
    return new Return(value);
  }

  /** One that reaches a record, by its key. */
  private Statement ofRecord() throws NotInLanguage {
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
