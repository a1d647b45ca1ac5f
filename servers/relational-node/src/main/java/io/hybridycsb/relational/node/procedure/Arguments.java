package io.hybridycsb.relational.node.procedure;

import io.hybridycsb.relational.node.procedure.Expression.Call;
import io.hybridycsb.relational.node.procedure.Expression.Number;
import io.hybridycsb.relational.node.procedure.Expression.Text;
import io.hybridycsb.relational.node.procedure.Expression.Type;
import io.hybridycsb.relational.node.procedure.Procedure.NotInLanguage;
import java.util.ArrayList;
import java.util.List;

/** Checks the types of values, and what functions are given. */
final class Arguments {
  private final Cursor cursor;
  private int joined;

  Arguments(Cursor cursor) {
    this.cursor = cursor;
  }

  /** What one statement joins is counted together. */
  void beginStatement() {
    joined = 0;
  }

  Expression ofType(Expression value, Type type) throws NotInLanguage {
    if (value.type() != type) {
      throw cursor.refusedLast(
          "%s stands where %s must%s"
              .formatted(value.type().title(), type.title(), hint(value.type(), type)));
    }
    return value;
  }

  static String hint(Type found, Type needed) {
    if (found == Type.BYTES) {
      return ": convert_from(..., 'UTF8') makes a text of a field's bytes";
    }
    if (needed == Type.BYTES) {
      return ": convert_to(text, 'UTF8') makes bytes of a text";
    }
    return ": CAST(... AS %s) makes one".formatted(needed == Type.TEXT ? "text" : "bigint");
  }

  Expression sameType(Expression first, Expression value) throws NotInLanguage {
    return ofType(value, first.type());
  }

  /**
   * A planner that knows a value to be null, or an operation's values, computes no more of what
   * stands beside it, or too early.
   */
  private void requireVaried(Function function, List<Expression> values) throws NotInLanguage {
    if (function == Function.NULLIF && values.stream().allMatch(Expression::isConstant)) {
      throw cursor.refusedLast("nullif of constants alone is not taken: write its result");
    }
    if (function == Function.COALESCE
        && values.subList(0, values.size() - 1).stream().anyMatch(Expression::isConstant)) {
      throw cursor.refusedLast("coalesce has a constant only at its end: it is never null");
    }
  }

  List<Expression> checked(Function function, List<Expression> arguments) throws NotInLanguage {
    requireVaried(function, arguments);
    switch (function) {
      case ABS -> types(function, arguments, Type.NUMBER);
      case CHAR_LENGTH -> types(function, arguments, Type.TEXT);
      case OCTET_LENGTH -> types(function, arguments, Type.BYTES);
      case STRPOS -> types(function, arguments, Type.TEXT, Type.TEXT);
      case SPLIT_PART -> types(function, arguments, Type.TEXT, Type.TEXT, Type.NUMBER);
      case SUBSTR -> {
        if (arguments.size() == 2) {
          types(function, arguments, Type.TEXT, Type.NUMBER);
        } else {
          types(function, arguments, Type.TEXT, Type.NUMBER, Type.NUMBER);
          requireLength(arguments.get(2));
        }
      }
      case REPLACE -> {
        types(function, arguments, Type.TEXT, Type.TEXT, Type.TEXT);
        requireText(arguments.get(2), "", "replace only removes: its third value is ''");
      }
      case CONVERT_FROM -> {
        return encoded(function, arguments, Type.BYTES);
      }
      case CONVERT_TO -> {
        return encoded(function, arguments, Type.TEXT);
      }
      case CONCAT -> {
        return joined(arguments);
      }
      case NULLIF -> {
        if (arguments.get(0).type() == Type.BYTES) {
          throw cursor.refusedLast("bytes are not compared" + hint(Type.BYTES, Type.TEXT));
        }
        types(function, arguments, arguments.get(0).type(), arguments.get(0).type());
      }
      default -> {
        for (Expression argument : arguments) {
          sameType(arguments.get(0), argument);
        }
      }
    }
    return arguments;
  }

  private void types(Function function, List<Expression> arguments, Type... types)
      throws NotInLanguage {
    if (arguments.size() != types.length) {
      throw cursor.refusedLast(
          "%s takes %d values, not %d".formatted(function.title(), types.length, arguments.size()));
    }
    for (int i = 0; i < types.length; i++) {
      ofType(arguments.get(i), types[i]);
    }
  }

  private void requireText(Expression argument, String text, String message) throws NotInLanguage {
    if (!argument.equals(new Text(text))) {
      throw cursor.refusedLast(message);
    }
  }

  private void requireLength(Expression length) throws NotInLanguage {
    if (length instanceof Number number && number.value() < 0) {
      throw cursor.refusedLast("the length of substr is at least 0, not " + number.value());
    }
  }

  private List<Expression> encoded(Function function, List<Expression> arguments, Type type)
      throws NotInLanguage {
    types(function, arguments, type, Type.TEXT);
    requireText(arguments.get(1), "UTF8", function.title() + " has 'UTF8' for its second value");
    return List.of(arguments.get(0));
  }

  /** Numbers are joined as texts. */
  private List<Expression> joined(List<Expression> arguments) throws NotInLanguage {
    joined += arguments.size();
    if (joined > Language.JOINED_MAX) {
      throw cursor.refusedLast("a statement joins at most " + Language.JOINED_MAX + " values");
    }
    List<Expression> texts = new ArrayList<>();
    for (Expression argument : arguments) {
      texts.add(
          argument.type() == Type.NUMBER
              ? new Call(Function.TO_TEXT, List.of(argument))
              : ofType(argument, Type.TEXT));
    }
    return texts;
  }
}
