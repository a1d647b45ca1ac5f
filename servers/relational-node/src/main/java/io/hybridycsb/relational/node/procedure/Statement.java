package io.hybridycsb.relational.node.procedure;

import io.hybridycsb.relational.node.procedure.Expression.Field;
import io.hybridycsb.relational.node.procedure.Expression.Round;
import io.hybridycsb.relational.node.procedure.Expression.Variable;
import java.util.List;
import java.util.Optional;

/** What a procedure does. */
public sealed interface Statement {
  /** How many statements it executes at most, itself too, whatever the values are. */
  default long steps() {
    return 1;
  }

  private static long steps(List<Statement> statements) {
    return statements.stream().mapToLong(Statement::steps).sum();
  }

  /** {@code variable := value}. */
  record Assign(Variable variable, Expression value) implements Statement {}

  /** IF with its ELSIFs and ELSE. */
  record If(List<Branch> branches, List<Statement> otherwise) implements Statement {
    public If {
      branches = List.copyOf(branches);
      otherwise = List.copyOf(otherwise);
    }

    @Override
    public long steps() {
      long longest = Statement.steps(otherwise);
      for (Branch branch : branches) {
        longest = Math.max(longest, Statement.steps(branch.statements()));
      }
      return 1 + longest;
    }
  }

  /** What an IF does if the condition is true, and none before it was. */
  record Branch(Condition condition, List<Statement> statements) {
    public Branch {
      statements = List.copyOf(statements);
    }
  }

  /** A loop from 1 to a number. */
  record For(Round round, List<Statement> statements) implements Statement {
    public For {
      statements = List.copyOf(statements);
    }

    @Override
    public long steps() {
      return 1 + round.rounds() * Math.max(1, Statement.steps(statements));
    }
  }

  /** The call fails. */
  record Raise(String message) implements Statement {}

  /** The call returns a value; null: its own rules forbid it. */
  record Return(Optional<Expression> value) implements Statement {}

  /** Values of the record of a key; variables are null if there is none. */
  record Select(String table, Expression key, List<Into> into) implements Statement {
    public Select {
      into = List.copyOf(into);
    }
  }

  /** What a SELECT computes, and what it is for. */
  record Into(Expression value, Variable variable) {}

  /** A new record. The call fails if there is one of this key. */
  record Insert(String table, Expression key, List<Assigned> fields) implements Statement {
    public Insert {
      fields = List.copyOf(fields);
    }
  }

  /**
   * Fields of the record of a key, if there is one.
   *
   * @param raises whether the version becomes greater by one
   */
  record Update(String table, Expression key, List<Assigned> fields, boolean raises)
      implements Statement {
    public Update {
      fields = List.copyOf(fields);
    }
  }

  /** A field and what it becomes. */
  record Assigned(Field field, Expression value) {}

  /** The record of a key, if there is one. */
  record Delete(String table, Expression key) implements Statement {}
}
