package io.hybridycsb.veritas.tendermint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.cluster.ClusterConfig.Member;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PeerTlsTest {
  private static final TlsFiles CERTIFICATE =
      new TlsFiles(
          "tls.",
          Optional.of(Path.of("node.pem")),
          Optional.of(Path.of("node.key")),
          Optional.empty());

  private static ClusterConfig cluster(int nodes) {
    List<Member> members =
        IntStream.rangeClosed(1, nodes)
            .mapToObj(i -> new Member("node" + i, "127.0.0.1:" + i, new byte[32]))
            .toList();
    return new ClusterConfig("test", ApprovalPolicy.ALL, "", members, List.of());
  }

  @Test
  void nodesTalkPlainlyUnlessTheyHaveCertificates() {
    assertThat(VeritasTm.peerTls(TlsFiles.NONE, cluster(4))).isEmpty();
  }

  @Test
  void nodesThatCouldNotKnowEachOtherAreRefused() {
    assertThatThrownBy(() -> VeritasTm.peerTls(CERTIFICATE, cluster(4)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("tls.certificate needs tls.ca: the CA by which the nodes know each other");
    assertThat(VeritasTm.peerTls(CERTIFICATE, cluster(1))).isEmpty();
  }
}
