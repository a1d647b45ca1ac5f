package io.hybridycsb.harness.system.etcd;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.harness.http.LoopbackTls;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The revision of each member: one more for each transaction that changes a record. */
final class EtcdRevisions implements RecordedWrites {
  private static final String STATUS = "/v3/maintenance/status";

  private final SortedMap<String, Integer> ports = new TreeMap<>();
  private final LoopbackTls client;

  EtcdRevisions(Servers servers) {
    servers
        .portsEndingIn(EtcdSystem.PEER)
        .keySet()
        .forEach(member -> ports.put(member, servers.ports().get(member)));
    Map<String, String> properties = servers.client();
    client =
        new LoopbackTls(
            Path.of(properties.get(EtcdSystem.TLS_CA)),
            Path.of(properties.get(EtcdSystem.TLS_CERTIFICATE)),
            Path.of(properties.get(EtcdSystem.TLS_KEY)));
  }

  @Override
  public Kept kept() {
    return Kept.BY_ALL_FOREVER;
  }

  @Override
  public String what() {
    return "revisions";
  }

  @Override
  public SortedMap<String, Long> read() throws IOException, InterruptedException {
    SortedMap<String, Long> revisions = new TreeMap<>();
    for (String member : ports.keySet()) {
      JsonNode revision = client.post(ports.get(member), STATUS, "{}").at("/header/revision");
      if (revision.isMissingNode()) {
        throw new IOException(member + " tells no revision");
      }
      revisions.put(member, revision.asLong());
    }
    return revisions;
  }
}
