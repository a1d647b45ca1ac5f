package io.hybridycsb.ycsb.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import io.hybridycsb.ycsb.outcome.Statuses;
import java.net.InetSocketAddress;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import site.ycsb.Status;

class FailuresTest {
  private static UnavailableException unavailable(DefaultConsistencyLevel level) {
    return new UnavailableException(null, level, 2, 1);
  }

  /** The write may have reached a replica before each of these. */
  static Stream<DriverException> whatMayComeAfterAWriteWasSent() {
    return Stream.of(
        new WriteTimeoutException(null, DefaultConsistencyLevel.SERIAL, 1, 2, DefaultWriteType.CAS),
        new DriverTimeoutException("too late"),
        new ClosedConnectionException("lost"),
        new HeartbeatException(new InetSocketAddress("127.0.0.1", 1), "silent", null),
        new OverloadedException(null),
        unavailable(DefaultConsistencyLevel.QUORUM));
  }

  @ParameterizedTest
  @MethodSource("whatMayComeAfterAWriteWasSent")
  void aTransactionThatMayHaveReachedAReplicaIsUnknown(DriverException e) {
    assertThat(Failures.ofWrite(e, true).status()).isEqualTo(Statuses.UNKNOWN);
  }

  @Test
  void aTransactionThatFoundTooFewReplicasToProposeToHadNoEffect() {
    assertThat(Failures.ofWrite(unavailable(DefaultConsistencyLevel.SERIAL), true).status())
        .isEqualTo(Status.SERVICE_UNAVAILABLE);
  }

  @Test
  void aPlainWriteThatFoundTooFewReplicasHadNoEffect() {
    assertThat(Failures.ofWrite(unavailable(DefaultConsistencyLevel.QUORUM), false).status())
        .isEqualTo(Status.SERVICE_UNAVAILABLE);
  }

  @Test
  void aWriteThatNoNodeTookHadNoEffect() {
    AllNodesFailedException nobody = new NoNodeAvailableException();
    assertThat(Failures.ofWrite(nobody, true).status()).isEqualTo(Status.SERVICE_UNAVAILABLE);
  }

  @Test
  void aReadThatFailsIsUnavailableAndNeverUnknown() {
    DriverException timeout =
        new ReadTimeoutException(null, DefaultConsistencyLevel.SERIAL, 1, 2, false);
    assertThat(Failures.ofRead(timeout).status()).isEqualTo(Status.SERVICE_UNAVAILABLE);
  }

  @Test
  void aWrongRequestIsTheCallersMistake() {
    DriverException wrong = new InvalidQueryException(null, "Key may not be empty");
    assertThat(Failures.ofRead(wrong).status()).isEqualTo(Status.BAD_REQUEST);
    assertThat(Failures.ofWrite(wrong, true).status()).isEqualTo(Status.BAD_REQUEST);
  }
}
