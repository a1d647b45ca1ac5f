package io.hybridycsb.relational.node.procedure;

import io.hybridycsb.relational.node.procedure.Expression.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The language's functions, and CAST to each type. */
public enum Function {
  ABS(Type.NUMBER, true),
  /** Of values of one type; the first that isn't null. */
  COALESCE(null, false),
  /** Of numbers or texts: null if both are the same, otherwise the first. */
  NULLIF(null, false),
  CHAR_LENGTH(Type.NUMBER, false),
  OCTET_LENGTH(Type.NUMBER, false),
  STRPOS(Type.NUMBER, false),
  CONCAT(Type.TEXT, false),
  SUBSTR(Type.TEXT, true),
  REPLACE(Type.TEXT, false),
  SPLIT_PART(Type.TEXT, true),
  CONVERT_FROM(Type.TEXT, true),
  CONVERT_TO(Type.BYTES, false),
  /** {@code CAST(text AS bigint)}. */
  TO_NUMBER(Type.NUMBER, true),
  /** {@code CAST(number AS integer)}: the same number, which has 32 bits. */
  TO_INTEGER(Type.NUMBER, true),
  /** {@code CAST(number AS text)}. */
  TO_TEXT(Type.TEXT, false);

  private final Type result;
  private final boolean canFail;

  Function(Type result, boolean canFail) {
    this.result = result;
    this.canFail = canFail;
  }

  /** None: that of its first argument. */
  Optional<Type> result() {
    return Optional.ofNullable(result);
  }

  boolean canFail() {
    return canFail;
  }

  /** Why it could take long: it looks for a long text, or in a long one; empty if it doesn't. */
  Optional<String> tooLong(List<Expression> arguments) {
    if (this != STRPOS && this != REPLACE && this != SPLIT_PART) {
      return Optional.empty();
    }
    if (arguments.get(1).charactersMax() > Language.SOUGHT_CHARACTERS_MAX) {
      return Optional.of(
          "what %1$s looks for has at most %2$d characters: substr(..., 1, %2$d) makes it so"
              .formatted(title(), Language.SOUGHT_CHARACTERS_MAX));
    }
    return bytesMax(arguments.get(0)) > Language.PARAMETER_BYTES_MAX
        ? Optional.of(
            "%s looks in a text of at most %d bytes: a variable has fewer, and so has substr(..., 1, %d) of a field"
                .formatted(title(), Language.PARAMETER_BYTES_MAX, Language.TEXT_CHARACTERS_MAX))
        : Optional.empty();
  }

  /** With those of fields: each of their characters may have four. */
  private static long bytesMax(Expression text) {
    return text.all().anyMatch(Expression.Field.class::isInstance)
        ? Language.CHARACTER_BYTES_MAX * text.charactersMax()
        : Math.max(text.charactersMax(), text.bytesMax());
  }

  /** As it is written. */
  String title() {
    return name().toLowerCase(Locale.ROOT);
  }

  private boolean isCast() {
    return this == TO_NUMBER || this == TO_INTEGER || this == TO_TEXT;
  }

  static Optional<Function> named(String name) {
    return Arrays.stream(values())
        .filter(each -> !each.isCast() && each.title().equals(name))
        .findFirst();
  }

  /** For messages. */
  static String titles() {
    return Arrays.stream(values())
        .filter(each -> !each.isCast())
        .map(Function::title)
        .collect(Collectors.joining(", ", "cast, ", ""));
  }
}
