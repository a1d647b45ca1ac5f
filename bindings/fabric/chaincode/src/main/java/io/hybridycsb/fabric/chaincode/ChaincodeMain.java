package io.hybridycsb.fabric.chaincode;

import org.hyperledger.fabric.shim.ChaincodeServer;

/**
 * Serves the chaincode to peers. The environment says where and as what, as Fabric has it: {@code
 * CHAINCODE_SERVER_ADDRESS} is HOST:PORT to listen on, {@code CORE_CHAINCODE_ID_NAME} the package's
 * identifier.
 */
public final class ChaincodeMain {
  private ChaincodeMain() {}

  /** Runs until the process ends; exits with status 1 and one line when it can't serve. */
  public static void main(String[] arguments) {
    try {
      ChaincodeServer server = new KeyValueChaincode().server();
      Runtime.getRuntime().addShutdownHook(new Thread(server::stop, "stop"));
      server.start();
    } catch (Exception e) {
      System.err.println("fabric-chaincode: cannot serve: " + e.getMessage());
      System.exit(1);
    }
  }
}
