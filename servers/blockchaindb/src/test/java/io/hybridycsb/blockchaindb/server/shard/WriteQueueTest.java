package io.hybridycsb.blockchaindb.server.shard;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.proto.Write;
import org.junit.jupiter.api.Test;

class WriteQueueTest {
  private static final ByteString ID = ByteString.copyFrom(new byte[16]);

  private static PendingWrite write(int bytes) {
    Write write = Write.newBuilder().setRecord(ByteString.copyFrom(new byte[bytes])).build();
    return new PendingWrite(ID, write, 0, 0);
  }

  @Test
  void anOperationIsKnownUntilTheLastOfItsWritesIsDone() throws Exception {
    WriteQueue queue = new WriteQueue();
    assertThat(queue.offer(write(1))).isTrue();
    assertThat(queue.offer(write(2))).isTrue();

    PendingWrite first = queue.take(0);
    assertThat(queue.holds(ID)).isTrue();
    queue.done(first);
    assertThat(queue.holds(ID)).isTrue();
    PendingWrite second = queue.take(0);
    assertThat(queue.holds(ID)).isTrue();
    queue.done(second);
    assertThat(queue.holds(ID)).isFalse();
    assertThat(queue.take(0)).isNull();
  }

  @Test
  void largeWritesFillItBeforeTheyAreMany() throws Exception {
    WriteQueue queue = new WriteQueue(1_000);
    assertThat(queue.offer(write(600))).isTrue();
    assertThat(queue.offer(write(600))).isFalse();
    assertThat(queue.offer(write(100))).isTrue();

    queue.done(queue.take(0));
    assertThat(queue.offer(write(600))).isTrue();
  }

  @Test
  void whatItRefusesItDoesNotKnow() {
    WriteQueue full = new WriteQueue(10);
    assertThat(full.offer(write(100))).isFalse();
    assertThat(full.holds(ID)).isFalse();

    WriteQueue queue = new WriteQueue();
    int taken = 0;
    while (queue.offer(write(1))) {
      taken++;
    }
    assertThat(taken).isEqualTo(8_192);
  }
}
