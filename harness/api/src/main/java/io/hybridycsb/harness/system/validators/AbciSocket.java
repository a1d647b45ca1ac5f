package io.hybridycsb.harness.system.validators;

import io.hybridycsb.harness.process.Partner;
import io.hybridycsb.harness.system.PlanContext;

/**
 * The Unix socket on which a node waits for its validator. A port would take blocks from any user
 * of the machine. Both processes name it from their own directories, because a socket's path must
 * be short.
 *
 * @param node its name
 * @param context of the cluster
 */
public record AbciSocket(String node, PlanContext context) {
  private static final String FILE = "abci.socket";

  /** The node's property {@code abci.listen}. */
  public String listen() {
    return "unix:" + FILE;
  }

  /** The validator's {@code proxy_app}. */
  public String application() {
    return "unix://../" + node + "/" + FILE;
  }

  /** The node, for which its validator waits. */
  public Partner partner() {
    return new Partner(node, context.directoryOf(node).resolve(FILE));
  }
}
