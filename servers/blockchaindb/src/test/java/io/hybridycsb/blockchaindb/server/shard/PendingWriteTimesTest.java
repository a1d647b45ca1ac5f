package io.hybridycsb.blockchaindb.server.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.metrics.ComponentTimes;
import io.hybridycsb.metrics.ComponentTimes.Component;
import io.hybridycsb.metrics.ComponentTimes.Operation;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PendingWriteTimesTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final ComponentTimes times = new ComponentTimes();
  private long now = 7 * SECOND;
  private final PendingWrite.Times write = new PendingWrite.Times(() -> now);

  private double seconds(Component component) {
    return times.seconds(Operation.COMMIT, component);
  }

  @Test
  void whatIsNeitherTheNodesOwnWorkNorItsRecordsIsConsensus() {
    write.prepared(2 * SECOND);
    now += 10 * SECOND;
    write.count(times, 3 * SECOND);
    assertThat(seconds(Component.CONSENSUS)).isEqualTo(5);
    assertThat(seconds(Component.LEDGER)).isZero();
    assertThat(seconds(Component.DATABASE)).isEqualTo(3);
    assertThat(seconds(Component.OTHER)).isEqualTo(2);
    assertThat(times.count(Operation.COMMIT)).isEqualTo(1);
  }

  @Test
  void componentsNeverAddUpToMoreThanTheWriteHasTaken() {
    write.prepared(2 * SECOND);
    now += 3 * SECOND;
    write.count(times, 9 * SECOND);
    assertThat(seconds(Component.CONSENSUS)).isZero();
    assertThat(seconds(Component.DATABASE) + seconds(Component.OTHER)).isEqualTo(3);
  }
}
