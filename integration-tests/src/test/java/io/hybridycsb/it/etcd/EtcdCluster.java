package io.hybridycsb.it.etcd;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.otherusers.Attempts;
import io.hybridycsb.it.otherusers.Attempts.Attempt;
import io.hybridycsb.it.otherusers.PortUse;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** etcd. */
final class EtcdCluster extends LocalCluster {
  EtcdCluster(int nodes) {
    super("etcd", nodes);
  }

  @Override
  public List<PortUse> ports() {
    return List.of(
        PortUse.refused("node[0-9]+", "keys, and the cluster", calls()),
        PortUse.refused(
            "node[0-9]+-peer",
            "what members tell each other",
            Attempts.httpRequest("GET", "/members", ""),
            Attempts.httpsRequest("GET", "/members", "")));
  }

  /** Calls, the first three of which once turned passwords off; over HTTP and HTTPS. */
  private static Attempt calls() {
    return port -> {
      for (String[] call :
          new String[][] {
            {"/v3/maintenance/alarm", "{\"action\":\"ACTIVATE\",\"alarm\":\"NOSPACE\"}"},
            {"/v3/auth/disable", "{}"},
            {"/v3/maintenance/alarm", "{\"action\":\"DEACTIVATE\",\"alarm\":\"NOSPACE\"}"},
            {"/v3/kv/put", "{\"key\":\"eA==\",\"value\":\"eA==\"}"},
            {"/v3/kv/range", "{\"key\":\"eA==\"}"},
            {"/v3/kv/compaction", "{\"revision\":1}"},
            {"/v3/lease/grant", "{\"TTL\":60}"},
            {"/v3/auth/role/add", "{\"name\":\"stranger\"}"},
            {"/v3/cluster/member/list", "{}"},
            {"/v3/maintenance/status", "{}"}
          }) {
        for (Attempt attempt :
            List.of(
                Attempts.httpRequest("POST", call[0], call[1]),
                Attempts.httpsRequest("POST", call[0], call[1]))) {
          Optional<String> got = attempt.at(port);
          if (got.isPresent()) {
            return got.map(answer -> call[0] + ": " + answer);
          }
        }
      }
      return Optional.empty();
    };
  }

  @Override
  public Map<String, String> patience() {
    return Map.of("etcd.timeout.ms", "60000");
  }
}
