package io.hybridycsb.relational.node.procedure;

import io.hybridycsb.relational.node.procedure.Cursor.Kind;
import io.hybridycsb.relational.node.procedure.Cursor.Token;
import io.hybridycsb.relational.node.procedure.Expression.Round;
import io.hybridycsb.relational.node.procedure.Expression.Variable;
import io.hybridycsb.relational.node.procedure.Procedure.NotInLanguage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The variables and parameters that may stand at a place of a text. They begin with {@code v_} and
 * {@code p_}; a field whose name begins so stands in double quotes.
 */
final class Scope {
  private static final String VARIABLE = "v_[a-z0-9_]{1,30}";

  private final Map<String, Expression> names = new HashMap<>();

  Scope(List<Variable> parameters) {
    parameters.forEach(parameter -> names.put(parameter.name(), parameter));
  }

  static boolean isVariable(Token token) {
    return token.kind() == Kind.WORD
        && (token.text().startsWith("v_") || token.text().startsWith("p_"));
  }

  /** Takes a name that is to be new. */
  String newName(Cursor cursor) throws NotInLanguage {
    Token token = cursor.token();
    if (token.kind() != Kind.WORD || !token.text().matches(VARIABLE)) {
      throw cursor.refused(
          "%s is no name for a variable: v_ and up to 30 letters, digits and _"
              .formatted(token.shown()));
    }
    if (names.containsKey(token.text())) {
      throw cursor.refused("there is a variable %s already".formatted(token.shown()));
    }
    return cursor.next().text();
  }

  void add(Variable variable) {
    names.put(variable.name(), variable);
  }

  void enter(Round round) {
    names.put(round.name(), round);
  }

  void leave(Round round) {
    names.remove(round.name());
  }

  /** Takes the name of one that is there. */
  Expression variable(Cursor cursor) throws NotInLanguage {
    Expression variable = names.get(cursor.token().text());
    if (variable == null) {
      throw cursor.refused(
          "there is no variable or parameter %s; a field of this name stands in double quotes"
              .formatted(cursor.token().shown()));
    }
    cursor.next();
    return variable;
  }

  /** Takes the name of one that may be assigned. */
  Variable assigned(Cursor cursor) throws NotInLanguage {
    if (!isVariable(cursor.token())) {
      throw cursor.unexpected("a variable");
    }
    Token token = cursor.token();
    if (variable(cursor) instanceof Variable variable && !variable.isParameter()) {
      return variable;
    }
    throw new NotInLanguage(
        token.line(),
        "%s keeps its value: parameters and the variables of loops are not assigned"
            .formatted(token.shown()));
  }
}
