package io.hybridycsb.harness.system.ethereum;

import io.hybridycsb.harness.system.PlanContext;
import java.nio.file.Path;

/**
 * The configuration file of a geth. It says what its flags can't, or what other users could read
 * there.
 */
public final class GethConfig {
  private GethConfig() {}

  /** Where the geth of this name has it. */
  public static Path file(PlanContext context, String name) {
    return context.directoryOf(name).resolve("geth.toml");
  }

  /**
   * The path at which alone a geth answers calls, over HTTP and over WebSockets. Whoever doesn't
   * know it can call nothing: geth asks for no other password.
   */
  public static String secretPath(PlanContext context, String name) {
    return "/" + context.password(name);
  }

  /** The section with the path of the calls. */
  public static String calls(String path) {
    return "[Node]%nHTTPPathPrefix = \"%s\"%nWSPathPrefix = \"%s\"%n%n".formatted(path, path);
  }

  /**
   * The line of section Node.P2P with the address at which a geth listens for its peers. The flag
   * {@code --port} would mean that port on all interfaces.
   */
  public static String listenAddress(PlanContext context, String name) {
    return "ListenAddr = \"%s\"%n".formatted(context.address(name + GoQuorumNode.PEER));
  }
}
