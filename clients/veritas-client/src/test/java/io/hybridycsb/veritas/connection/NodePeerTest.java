package io.hybridycsb.veritas.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.proto.ForwardRequest;
import io.hybridycsb.veritas.proto.Transaction;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodePeerTest {

  private static List<Transaction> transactions(int count, int bytes) {
    Transaction transaction =
        Transaction.newBuilder().setBody(ByteString.copyFrom(new byte[bytes])).build();
    return Collections.nCopies(count, transaction);
  }

  @Test
  void noMessageIsLongerThanTheOtherNodeTakes() {
    for (int bytes : new int[] {1, 500, 128 << 10, 1 << 20, 5 << 20, 16 << 20}) {
      List<Transaction> all = transactions(100, bytes);
      List<List<Transaction>> parts = NodePeer.parts(all);
      assertThat(parts.stream().flatMap(List::stream).toList()).isEqualTo(all);
      for (List<Transaction> part : parts) {
        assertThat(ForwardRequest.newBuilder().addAllTransactions(part).build().getSerializedSize())
            .isLessThan(VeritasMethod.MESSAGE_BYTES_MAX / 2 + (1 << 20));
      }
    }
  }

  @Test
  void shortTransactionsGoTogether() {
    assertThat(NodePeer.parts(transactions(512, 1_000))).hasSize(1);
    assertThat(NodePeer.parts(transactions(64, 128 << 10))).hasSize(3);
    assertThat(NodePeer.parts(List.of())).isEmpty();
  }
}
