package io.hybridycsb.ycsb.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hybridycsb.ycsb.record.Digests;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A transaction that a database knows by its name, and executes with arguments. It works on the
 * rows in which the bindings have their records. A row has a key {@code ycsb_key}, a version {@code
 * ycsb_version}, and a column of bytes for each field. The transaction adds one to the version of
 * each row that it writes.
 *
 * <p>A text is the body of a function that returns a whole number, or null if the transaction's own
 * rules forbid it. Then it has written nothing, or is to be rolled back. It has the same effect in
 * each database, on every node and at any time: what is random or a time is an argument.
 *
 * @param name lower-case letters, digits and {@code _}; with a hash, so that another text has
 *     another name
 * @param parameters whose names the texts use
 * @param postgresql the text in PL/pgSQL
 * @param mariadb the text in MariaDB's SQL
 * @param tables those that it needs, each with the fields that it needs
 * @param rollsBack whether it may have written when it returns null
 */
public record Procedure(
    String name,
    List<Parameter> parameters,
    String postgresql,
    String mariadb,
    Map<String, Set<String>> tables,
    boolean rollsBack) {
  /** Leaves room for what begins the name in a database. */
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,47}");

  private static final int HASH_BYTES = 4;

  /** What an argument is. */
  public enum Type {
    /** A string, of 65,535 bytes at most. */
    TEXT,
    /** A long. */
    NUMBER
  }

  /** A parameter; its name begins with {@code p_}. */
  public record Parameter(String name, Type type) {}

  public Procedure {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("not a procedure's name: " + name);
    }
    parameters = List.copyOf(parameters);
    tables = Map.copyOf(tables);
  }

  /** A procedure whose name is completed by the hash of its texts. */
  public static Procedure of(
      String name,
      List<Parameter> parameters,
      String postgresql,
      String mariadb,
      Map<String, Set<String>> tables) {
    byte[] digest = Digests.sha256().digest((postgresql + '\0' + mariadb).getBytes(UTF_8));
    String hash = HexFormat.of().formatHex(digest, 0, HASH_BYTES);
    return new Procedure(name + "_" + hash, parameters, postgresql, mariadb, tables, false);
  }

  /** The same, which may have written when it returns null. */
  public Procedure rollingBack() {
    return new Procedure(name, parameters, postgresql, mariadb, tables, true);
  }

  /**
   * A call of it.
   *
   * @param arguments strings and longs, as the parameters say
   */
  public ProcedureCall call(Object... arguments) {
    return new ProcedureCall(this, List.of(arguments));
  }
}
