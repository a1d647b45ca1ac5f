package io.hybridycsb.veritas.tendermint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.core.testing.TestKeys;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PeerTlsTest {
  private static final ClusterConfig FOUR_NODES = TestKeys.cluster(ApprovalPolicy.ALL, 4, 1);
  private static final TlsFiles CERTIFICATE =
      new TlsFiles(
          "tls.",
          Optional.of(Path.of("node.pem")),
          Optional.of(Path.of("node.key")),
          Optional.empty());

  @Test
  void nodesTalkPlainlyUnlessTheyHaveCertificates() {
    assertThat(VeritasTm.peerTls(TlsFiles.NONE, FOUR_NODES)).isEmpty();
  }

  @Test
  void nodesThatCouldNotKnowEachOtherAreRefused() {
    assertThatThrownBy(() -> VeritasTm.peerTls(CERTIFICATE, FOUR_NODES))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("tls.certificate needs tls.ca: the CA by which the nodes know each other");
    assertThat(VeritasTm.peerTls(CERTIFICATE, TestKeys.cluster(ApprovalPolicy.ALL, 1, 1)))
        .isEmpty();
  }
}
