package io.hybridycsb.blockchaindb.server.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.blockchaindb.chain.Address;
import io.hybridycsb.blockchaindb.chain.Layout;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The compiled contract. */
final class Contract {
  /** Its address from the first block on; nobody has a key to it. */
  static final Address ADDRESS = new Address("0x0000000000000000000000000000000000b10cdb");

  private static final String RESOURCE = "/io/hybridycsb/blockchaindb/contract/KVStore.json";

  private Contract() {}

  /** The compiler's output, and which source it was made from. */
  static JsonNode artefact() {
    try (InputStream in = Contract.class.getResourceAsStream(RESOURCE)) {
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The code that the contract's account has, in hex. */
  static String runtimeCode(Layout layout) {
    return artefact()
        .required("contracts")
        .required(layout.contract())
        .required("runtimeCode")
        .asText();
  }
}
