package io.hybridycsb.relational.node.database;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlCheckTest {
  private static final Definitions DEFINITIONS =
      Definitions.NONE
          .with("accounts", List.of("owner", "balance", "current_date"))
          .with("Mixed", List.of("b-c"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO accounts (ycsb_key, ycsb_version, owner) VALUES ('k', 1, 'it''s')",
        "insert into accounts (ycsb_key, ycsb_version) select ycsb_key || 'x', 1 from accounts a"
            + " where a.balance is not null order by balance, ycsb_key desc limit 3",
        "UPDATE accounts SET balance = coalesce(balance, 'none'), ycsb_version = ycsb_version + 1"
            + " WHERE ycsb_key IN (SELECT ycsb_key FROM \"Mixed\" WHERE \"b-c\" <> 'x')",
        "UPDATE accounts SET ycsb_version = CASE WHEN octet_length(owner) > 3 THEN 1 ELSE 2 END",
        "DELETE FROM accounts WHERE \"current_date\" = 'x' AND (ycsb_version % 2 = 1 OR owner = '')",
        "DELETE FROM accounts WHERE ycsb_version = (SELECT max(ycsb_version) FROM accounts)",
        "DELETE FROM accounts"
      })
  void whatIsTheSameOnEveryNodeIsTaken(String sql) {
    assertThatCode(() -> SqlCheck.check(sql, DEFINITIONS)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          UPDATE accounts SET owner = now()                                 | the function now
          UPDATE accounts SET owner = NOW ()                                | the function now
          UPDATE accounts SET owner = current_timestamp                     | current_timestamp is not the same
          UPDATE accounts SET owner = current_date                          | stands in double quotes
          UPDATE accounts SET owner = CURRENT_USER                          | current_user is not the same
          UPDATE accounts SET ycsb_version = random()                       | the function random
          UPDATE accounts SET ycsb_version = rand()                         | the function rand
          UPDATE accounts SET owner = uuid()                                | the function uuid
          UPDATE accounts SET owner = gen_random_uuid()                     | the function gen_random_uuid
          UPDATE accounts SET ycsb_version = nextval('s')                   | the function nextval
          UPDATE accounts SET ycsb_version = NEXT VALUE FOR s               | NEXT is no word
          UPDATE accounts SET owner = sysdate                               | sysdate is not the same
          UPDATE accounts SET owner = pg_sleep(1)                           | the function pg_sleep
          UPDATE accounts SET owner = "owner"(1)                            | is no function
          UPDATE accounts SET owner = @relational_effects                   | no parameters, variables
          UPDATE accounts SET owner = 'a'::bytea                            | no parameters, variables and casts
          UPDATE accounts SET owner = $1                                    | no parameters
          UPDATE accounts SET owner = E'a'                                  | texts stand in plain quotes
          UPDATE accounts SET owner = _latin1'a'                            | texts stand in plain quotes
          UPDATE accounts SET owner = 'a\\x'                                | has no backslash
          UPDATE accounts SET owner = 'a                                    | a text ends with its quote
          UPDATE accounts SET ycsb_version = 1e3                            | is not taken
          UPDATE accounts SET ycsb_version = 0x10                           | is not taken
          UPDATE accounts SET ycsb_version = ycsb_version / 2               | no division
          UPDATE accounts SET owner = 'a' -- b                              | comments
          UPDATE accounts /*! SET owner = 1 */                              | no comments
          UPDATE accounts SET owner = 'a'; DELETE FROM accounts             | without a semicolon
          UPDATE accounts SET owner = 'a' LIMIT 1                           | no ORDER BY and no LIMIT
          DELETE FROM accounts ORDER BY ycsb_key LIMIT 1                    | no ORDER BY and no LIMIT
          DELETE FROM accounts WHERE owner IN (SELECT owner FROM accounts LIMIT 1) | which rows LIMIT takes
          DELETE FROM accounts WHERE owner IN (SELECT owner FROM accounts ORDER BY owner LIMIT 1) | which rows LIMIT takes
          DELETE FROM relational_blocks                                     | relational_blocks is no word
          DELETE FROM "pg_class"                                            | no table or field "pg_class"
          DELETE FROM Mixed                                                 | in double quotes
          DELETE FROM ACCOUNTS                                              | in double quotes
          DELETE FROM accounts RETURNING owner                              | RETURNING is no word
          DELETE FROM accounts WHERE ctid = '1'                             | ctid is no word
          INSERT INTO accounts (ycsb_key) VALUES ('a') ON CONFLICT DO NOTHING | CONFLICT is no word
          INSERT INTO accounts (ycsb_key) VALUES ('a') ON DUPLICATE KEY UPDATE owner = 'a' | update stands at the beginning
          INSERT INTO accounts (ycsb_key) VALUES (DEFAULT)                  | default is not the same
          CREATE TABLE t (a INT)                                            | is INSERT, UPDATE or DELETE
          DROP TABLE accounts                                               | is INSERT, UPDATE or DELETE
          SET sql_mode = ''                                                 | is INSERT, UPDATE or DELETE
          SELECT owner FROM accounts                                        | is INSERT, UPDATE or DELETE
          WITH a AS (DELETE FROM accounts) DELETE FROM accounts             | is INSERT, UPDATE or DELETE
          UPDATE accounts SET owner = (SELECT b FROM (SELECT owner b FROM accounts) c) | FROM and JOIN have tables
          DELETE FROM accounts WHERE owner IN (SELECT b FROM accounts a, ((SELECT owner b FROM accounts)) c) | FROM and JOIN have tables
          DELETE FROM accounts WHERE owner IN (SELECT b FROM accounts a JOIN (SELECT owner b FROM accounts) c ON 1 = 1, accounts d) | FROM and JOIN have tables
          DELETE FROM accounts WHERE owner IN (SELECT b FROM accounts a JOIN accounts c ON 1 = 1, (SELECT owner b FROM accounts) d) | FROM and JOIN have tables
          COMMIT                                                            | is INSERT, UPDATE or DELETE
          UPDATE accounts SET owner = (DELETE FROM accounts)                | stands at the beginning
          """)
  void whatIsNotTheSameOnEveryNodeIsRefused(String sql, String reason) {
    assertThatThrownBy(() -> SqlCheck.check(sql, DEFINITIONS))
        .isInstanceOf(CallFailed.class)
        .hasMessageStartingWith("SQL: ")
        .hasMessageContaining(reason);
  }

  @Test
  void whatMightBeTooDeepForAServerIsRefused() {
    assertRefused("DELETE FROM accounts WHERE " + "(".repeat(21) + "1=1" + ")".repeat(21));
    assertRefused("UPDATE accounts SET ycsb_version = 1" + " + 1".repeat(101));
    assertRefused("UPDATE accounts SET owner = owner" + " || owner".repeat(15));
    assertRefused("DELETE FROM accounts WHERE owner IN ('a'" + ", 'a'".repeat(1_000) + ")");
    assertRefused("DELETE FROM accounts WHERE owner = '" + "a".repeat(65_536) + "'");
    assertRefused("");
  }

  private static void assertRefused(String sql) {
    assertThatThrownBy(() -> SqlCheck.check(sql, DEFINITIONS)).isInstanceOf(CallFailed.class);
  }
}
