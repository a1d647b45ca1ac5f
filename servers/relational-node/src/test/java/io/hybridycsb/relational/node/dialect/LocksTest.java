package io.hybridycsb.relational.node.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class LocksTest {
  @Test
  void aDeadlockIsALockThatIsTriedForAgain() {
    Locks postgresql = new PostgresqlLocks();
    assertThat(postgresql.isLockTimeout(new SQLException("timeout", "55P03"))).isTrue();
    assertThat(postgresql.isLockTimeout(new SQLException("deadlock", "40P01"))).isTrue();
    assertThat(postgresql.isLockTimeout(new SQLException("other", "40001"))).isFalse();
    Locks mariaDb = new MariaDbLocks();
    assertThat(mariaDb.isLockTimeout(new SQLException("timeout", "HY000", 1205))).isTrue();
    assertThat(mariaDb.isLockTimeout(new SQLException("deadlock", "40001", 1213))).isTrue();
    assertThat(mariaDb.isLockTimeout(new SQLException("other", "40001", 1614))).isFalse();
  }
}
