package io.hybridycsb.veritas.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.tls.ClientTls;
import io.hybridycsb.tls.ServerTls;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.tls.testing.TestCertificates;
import io.hybridycsb.veritas.client.fakes.FakeNode;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Transaction;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodePeerTlsTest {
  private static final SigningKey KEY = Ed25519.generate();

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  void aNodeTellsAnotherOverMutualTls(@TempDir Path directory) throws Exception {
    TestCertificates ca = new TestCertificates(directory);
    TlsFiles one = ca.issue("node1");
    TlsFiles other = ca.issue("node2");
    try (FakeNode node = FakeNode.start(0, ServerTls.of(one), FakeNode.silent());
        NodePeer stranger =
            new NodePeer("node", node.address(), ClientTls.of(ca.trust()), "cluster", KEY);
        NodePeer peer = new NodePeer("node", node.address(), ClientTls.of(other), "cluster", KEY)) {
      stranger.forward(List.of(Transaction.newBuilder().setBatchSize(1).build()));
      peer.forward(List.of(Transaction.newBuilder().setBatchSize(2).build()));
      await().atMost(PATIENCE).until(() -> !node.requests().isEmpty());
      assertThat(node.requests())
          .extracting(Request::getForward)
          .flatExtracting(forward -> forward.getTransactionsList())
          .extracting(Transaction::getBatchSize)
          .containsExactly(2);
    }
  }
}
