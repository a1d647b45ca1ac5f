package io.hybridycsb.relational.node.procedure;

/**
 * What procedures are written in: a part of PL/pgSQL. It is so small that each form is known to do
 * the same on every node, whatever its database, its version, its plans and the order of its rows.
 *
 * <pre>
 * procedure = ["DECLARE" {variable type ";"}] "BEGIN" {statement} "END" [";"]
 * type      = "bigint" | "varchar" "(" "16383" ")"
 * statement = variable ":=" value ";"
 *           | "IF" condition "THEN" {statement} {"ELSIF" condition "THEN" {statement}}
 *             ["ELSE" {statement}] "END" "IF" ";"
 *           | "FOR" variable "IN" "1" ".." digits "LOOP" {statement} "END" "LOOP" ";"
 *           | "RAISE" "EXCEPTION" 'text' ";"
 *           | "RETURN" (number | "NULL") ";"
 *           | "SELECT" value {"," value} "INTO" variable {"," variable} "FROM" table key
 *             ["FOR" "UPDATE"] ";"
 *           | "INSERT" "INTO" table "(" "ycsb_key" "," "ycsb_version" {"," field} ")"
 *             "VALUES" "(" text "," "1" {"," bytes} ")" ";"
 *           | "UPDATE" table "SET" assigned {"," assigned} key ";"
 *           | "DELETE" "FROM" table key ";"
 * key       = "WHERE" "ycsb_key" "=" text
 * assigned  = field "=" bytes | "ycsb_version" "=" "ycsb_version" "+" "1"
 * number    = digits | variable | "-" number | number ("+" | "-" | "*" | "/" | "%") number
 *           | "CAST" "(" text "AS" "bigint" ")" | "CAST" "(" number "AS" "integer" ")"
 *           | "char_length" "(" text ")" | "octet_length" "(" bytes ")"
 *           | "strpos" "(" text "," text ")" | "abs" "(" number ")" | either
 * text      = 'text' | variable | "CAST" "(" number "AS" "text" ")"
 *           | "concat" "(" (text | number) {"," (text | number)} ")"
 *           | "substr" "(" text "," number ["," number] ")" | "replace" "(" text "," text "," '' ")"
 *           | "split_part" "(" text "," text "," number ")"
 *           | "convert_from" "(" bytes "," 'UTF8' ")" | either
 * bytes     = field | "convert_to" "(" text "," 'UTF8' ")" | either
 * either    = "coalesce" "(" value {"," value} ")" | "nullif" "(" value "," value ")"
 *           | "CASE" {"WHEN" condition "THEN" value} ["ELSE" value] "END"
 *           | "CASE" variable {"WHEN" value "THEN" value} ["ELSE" value] "END"
 * condition = value ("=" | "&lt;&gt;" | "&lt;" | "&lt;=" | "&gt;" | "&gt;=") value
 *           | value "IS" ["NOT"] "NULL" | condition "AND" condition | condition "OR" condition
 *           | "NOT" condition | "(" condition ")"
 * </pre>
 *
 * <p>Why each is the same everywhere:
 *
 * <ul>
 *   <li>SELECT, UPDATE, DELETE: the key is a table's primary key. So a statement reaches one record
 *       or none, and neither a plan nor an order of rows decides which. The key is computed before,
 *       from no field. SELECT without a record makes its variables null. UPDATE's values are
 *       computed before anything is assigned, whether or not there is a record; without one its
 *       fields are null.
 *   <li>INSERT: an existing key, one of more than 255 characters and a null one fail in every
 *       database.
 *   <li>Values are computed between the statements of SQL, never within: a database's planner could
 *       compute what a procedure doesn't come to, and fail. Values that can't fail may stand in a
 *       statement.
 *   <li>FOR UPDATE is for a database without a chain. Here calls come one after the other.
 *   <li>Numbers have 64 bits. {@code + - *} fail on overflow, as does {@code abs}. {@code /} leaves
 *       out the remainder, {@code %} is the remainder with the sign of the left. Both fail where
 *       the right is 0.
 *   <li>{@code CAST(text AS bigint)}: an optional - and 1 to 19 digits, within 64 bits. All else
 *       fails. PostgreSQL's own takes blanks, and from version 16 on {@code 1_000}.
 *   <li>Texts are Unicode; a character is a code point. They are compared by their bytes in UTF-8:
 *       no language's order, no case and no blanks at the end are overlooked. So do {@code strpos},
 *       {@code replace}, {@code split_part} and {@code nullif}.
 *   <li>{@code substr} counts from 1. What is before the text counts, and is empty. {@code
 *       split_part} is empty after the last part; a place below 1 fails, and so does a negative
 *       length. Places and lengths are between -10^9 and 10^9.
 *   <li>Bytes that aren't UTF-8 without the character 0 make {@code convert_from} fail.
 *   <li>No text becomes longer but by {@code concat}: {@code replace} only removes.
 *   <li>{@code concat} takes null for an empty text. All other functions and operators are null if
 *       one of their values is, but for {@code coalesce}, {@code nullif} and CASE.
 *   <li>Of an operator, a comparison and any other function all values are computed, even if one is
 *       null: a call fails if one of them does.
 *   <li>A variable's text has at most {@value #TEXT_CHARACTERS_MAX} characters. A longer one fails.
 *   <li>Conditions are true, false or null, and only true counts. What AND, OR, {@code coalesce}
 *       and CASE don't need, from left to right, isn't computed. Comparisons and {@code nullif} of
 *       constants, operations on them, and a constant in {@code coalesce} before its end are
 *       refused. A planner would compute them earlier, and leave out what is beside a null.
 *   <li>Functions, comparisons, differences and quotients stand at most {@value #DEPTH_MAX} deep in
 *       each other, so that they fit on a database's stack.
 *   <li>FOR has a fixed number of rounds, and what {@code strpos}, {@code replace} and {@code
 *       split_part} look for has at most {@value #SOUGHT_CHARACTERS_MAX} characters, by its text
 *       alone: {@code substr(..., 1, 64)} has so few. They look in a text of at most {@value
 *       #PARAMETER_BYTES_MAX} bytes, by its text alone. Any parameter and any variable has so few,
 *       at four bytes a character, and so has what {@code substr(..., 1, 16383)} leaves of a field.
 *       So the text alone bounds what a call does: {@link Procedure#steps}, {@link Procedure#work}.
 *       The bytes of fields are counted when they are read, as often as the statement goes through
 *       them. More than {@link #PASSED_BYTES_MAX} fail.
 *   <li>Nothing else is there: no other statement, function or type, no table of the node's own, no
 *       setting, clock or chance, for want of a word for them.
 * </ul>
 */
public final class Language {
  /** Nodes of one chain have the same. */
  public static final int VERSION = 3;

  /** Of a procedure's text. */
  public static final int CHARACTERS_MAX = 65_536;

  /** Statements that a call executes, at most. */
  public static final int STEPS_MAX = 10_000;

  /** Of a call, at most; see {@link Procedure#work}. */
  public static final long WORK_MAX = 200_000;

  /** Of a loop; of one in another, times the rounds of that. */
  public static final int ROUNDS_MAX = 1_000;

  /** Values that a statement joins by concat, at most. */
  public static final int JOINED_MAX = 14;

  /** Of a text parameter. */
  public static final int PARAMETER_BYTES_MAX = 65_535;

  /** Of a variable; each has four bytes at most, so that it holds no more than a parameter. */
  static final int TEXT_CHARACTERS_MAX = 16_383;

  /** Of what an INSERT or an UPDATE assigns; no chain has larger records. */
  static final int WRITTEN_BYTES_MAX = 16 << 20;

  static final int CHARACTER_BYTES_MAX = 4;

  /** Bytes of fields that a call goes through, at most: a field's as often as it does. */
  public static final long PASSED_BYTES_MAX = 64 << 20;

  /**
   * Of what is looked for in another text: longer ones may take the databases a second, as each
   * compares at every character.
   */
  static final int SOUGHT_CHARACTERS_MAX = 64;

  static final int TOKENS_MAX = 4_000;

  /** Of statements in each other, and of parentheses, functions and CASEs in each other. */
  static final int NESTED_MAX = 20;

  /** Operators, functions and WHENs of an expression. */
  static final int OPERATORS_MAX = 100;

  /** Of functions, comparisons, - / and % in each other: a database calls functions for them. */
  static final int DEPTH_MAX = 32;

  /** Of a place in a text, and of a length: PostgreSQL's have 32 bits, and are added. */
  static final long PLACE_MAX = 1_000_000_000;

  /** What is raised; MariaDB cuts off what is longer than 512. */
  static final int MESSAGE_CHARACTERS_MAX = 200;

  /** Of a record's key; both databases have an index of it. */
  public static final int KEY_CHARACTERS_MAX = 255;

  static final int NUMBER_CHARACTERS_MAX = 20;

  /** Of a field; there are rules for its bytes. */
  static final int UNKNOWN_CHARACTERS_MAX = Integer.MAX_VALUE;

  /** The column of a record's key. */
  public static final String KEY = "ycsb_key";

  /** That of its version. */
  public static final String VERSION_COLUMN = "ycsb_version";

  private Language() {}
}
