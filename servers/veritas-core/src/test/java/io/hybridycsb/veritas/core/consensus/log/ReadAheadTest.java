package io.hybridycsb.veritas.core.consensus.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.proto.Block;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReadAheadTest {
  private static final int MIB = 1 << 20;

  private final ReadAhead ahead = new ReadAhead();
  private final AtomicInteger added = new AtomicInteger();
  private Thread adder;

  private static LogItem block(long position, int bytes) {
    ByteString content = ByteString.copyFrom(new byte[bytes]);
    return new LogItem.OrderedBlock(
        position, Block.newBuilder().setSignature(content).build(), List.of());
  }

  private void addAll(int records, LogItem item) {
    adder =
        new Thread(
            () -> {
              try {
                for (int i = 0; i < records; i++) {
                  ahead.put(item);
                  added.incrementAndGet();
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    adder.start();
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (adder != null) {
      adder.interrupt();
      adder.join();
    }
  }

  private void awaitFull(int count) {
    await().until(() -> added.get() == count && adder.getState() == Thread.State.WAITING);
  }

  @Test
  void longRecordsAreReadAheadByTheirBytesAndShortOnesByTheirCount() throws InterruptedException {
    addAll(40, block(1, 4 * MIB));
    awaitFull(15);
    List<LogItem> taken = new ArrayList<>();
    taken.add(ahead.poll(0));
    awaitFull(16);
    ahead.drainTo(taken, 100);
    assertThat(taken).hasSize(16);
    awaitFull(31);
    stop();

    ReadAhead other = new ReadAhead();
    for (int i = 0; i < ReadAhead.RECORDS_MAX; i++) {
      other.put(new LogItem.Ignored(i, "garbage"));
    }
    other.drainTo(taken, 1_000);
    assertThat(taken).hasSize(16 + ReadAhead.RECORDS_MAX);
  }

  @Test
  void aRecordLongerThanAllTheRoomIsTakenAllTheSame() throws InterruptedException {
    LogItem tooLong = block(7, ReadAhead.BYTES_MAX + MIB);
    ahead.put(tooLong);
    assertThat(ahead.poll(0)).isSameAs(tooLong);
    ahead.put(tooLong);
    assertThat(ahead.poll(0)).isSameAs(tooLong);
    assertThat(ahead.poll(0)).isNull();
  }
}
