package io.hybridycsb.relational.node.procedure;

import java.util.List;

/**
 * The node's own functions in a MariaDB: what its functions don't do as the {@link Language} says.
 */
final class MariaDbFunctions {
  static final String BETWEEN = "relational_between";
  static final String MINUS = "relational_minus";
  static final String DIVIDE = "relational_divide";
  static final String REMAINDER = "relational_remainder";
  static final String COMPARE_NUMBERS = "relational_compare_numbers";
  static final String COMPARE_TEXTS = "relational_compare_texts";
  static final String NULL_IF_NUMBER = "relational_null_if_number";
  static final String NULL_IF_TEXT = "relational_null_if_text";
  static final String REMOVE = "relational_remove";
  static final String TO_NUMBER = "relational_number";
  static final String TO_TEXT = "relational_text";
  static final String REST = "relational_rest";
  static final String SUBSTR = "relational_substr";
  static final String SPLIT_PART = "relational_split_part";

  static final String TEXT = "LONGTEXT CHARACTER SET utf8mb4" + MariaDbEmitter.COLLATED;
  private static final String NOT_UTF8 = "bytes are no UTF-8, or have a character 0";
  private static final String COMPARE =
      "RETURN CASE WHEN a < b THEN -1 WHEN a = b THEN 0 WHEN a > b THEN 1 END;";
  private static final String ZERO = "division by zero";

  private MariaDbFunctions() {}

  static List<String> all() {
    return List.of(
        function(
            BETWEEN,
            "n BIGINT, least_n BIGINT, most_n BIGINT",
            "BIGINT",
            failIf("n < least_n OR n > most_n", "a number is out of its bounds") + "RETURN n;"),
        function(MINUS, "a BIGINT, b BIGINT", "BIGINT", "RETURN %s;".formatted(minus("a", "b"))),
        function(
            DIVIDE,
            "a BIGINT, b BIGINT",
            "BIGINT",
            failIf("a IS NOT NULL AND b = 0", ZERO) + "RETURN a DIV b;"),
        function(
            REMAINDER,
            "a BIGINT, b BIGINT",
            "BIGINT",
            failIf("a IS NOT NULL AND b = 0", ZERO) + "RETURN a % b;"),
        // Of a function's values all are computed, even if the first is null.
        function(COMPARE_NUMBERS, "a BIGINT, b BIGINT", "BIGINT", COMPARE),
        function(COMPARE_TEXTS, "a %1$s, b %1$s".formatted(TEXT), "BIGINT", COMPARE),
        function(NULL_IF_NUMBER, "a BIGINT, b BIGINT", "BIGINT", "RETURN NULLIF(a, b);"),
        function(NULL_IF_TEXT, "a %1$s, b %1$s".formatted(TEXT), TEXT, "RETURN NULLIF(a, b);"),
        function(REMOVE, "t %1$s, s %1$s".formatted(TEXT), TEXT, "RETURN REPLACE(t, s, '');"),
        function(
            TO_NUMBER,
            "digits LONGBLOB",
            "BIGINT",
            failIf("digits NOT RLIKE '\\A-?[0-9]{1,19}\\z'", "a text is no whole number")
                + failIf(
                    "CAST(digits AS DECIMAL(20, 0)) NOT BETWEEN -9223372036854775808 AND"
                        + " 9223372036854775807",
                    "a number has more than 64 bits")
                + "RETURN CAST(CAST(digits AS DECIMAL(20, 0)) AS SIGNED);"),
        function(
            TO_TEXT,
            "b LONGBLOB",
            TEXT,
            "DECLARE t %s; ".formatted(TEXT)
                // Surrogates are UTF-8 to MariaDB, and to nobody else.
                + failIf("b RLIKE '\\x00|\\xed[\\xa0-\\xbf]'", NOT_UTF8)
                + "SET t = CONVERT(b USING utf8mb4);"
                + failIf("CAST(t AS BINARY) <> b", NOT_UTF8)
                + "RETURN t;"),
        function(
            REST,
            "t %s, start_n BIGINT".formatted(TEXT),
            TEXT,
            "RETURN SUBSTR(t, GREATEST(start_n, 1));"),
        function(
            SUBSTR,
            "t %s, start_n BIGINT, length_n BIGINT".formatted(TEXT),
            TEXT,
            "RETURN SUBSTR(t, GREATEST(start_n, 1),"
                + " GREATEST(length_n + LEAST(start_n, 1) - 1, 0));"),
        function(
            SPLIT_PART,
            "t %1$s, s %1$s, n BIGINT".formatted(TEXT),
            TEXT,
            "RETURN CASE WHEN s = '' THEN CASE WHEN n = 1 THEN t WHEN n > 1 AND t IS NOT NULL THEN '' END ELSE %s END;"
                .formatted(splitPart("t", "s", "n"))));
  }

  static String minus(String left, String right) {
    return "(CASE WHEN %1$s = 0 THEN -1 * %2$s ELSE %1$s - %2$s END)".formatted(left, right);
  }

  /** Of a separator that isn't empty: what comes before the place's end, without what is before. */
  static String splitPart(String text, String separator, String place) {
    return ("(CASE WHEN %3$s = 1 THEN SUBSTRING_INDEX(%1$s, %2$s, 1) ELSE SUBSTR(SUBSTRING_INDEX(%1$s, %2$s, %3$s),"
            + " CHAR_LENGTH(SUBSTRING_INDEX(%1$s, %2$s, %3$s - 1)) + CHAR_LENGTH(%2$s) + 1) END)")
        .formatted(text, separator, place);
  }

  private static String failIf(String condition, String message) {
    return "IF %s THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '%s'; END IF; "
        .formatted(condition, message);
  }

  /** Not deterministic, as a server could otherwise compute it before it is come to. */
  private static String function(String name, String parameters, String returns, String body) {
    return "CREATE OR REPLACE FUNCTION %s(%s) RETURNS %s NOT DETERMINISTIC NO SQL BEGIN %s END"
        .formatted(name, parameters, returns, body);
  }
}
