package io.hybridycsb.ethereum.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Layout;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The compiled contract. */
public final class Contract {
  /** Its address from the first block on; nobody has a key to it. */
  public static final Address ADDRESS = new Address("0x0000000000000000000000000000000000b10cdb");

  private static final String RESOURCE = "/io/hybridycsb/ethereum/contract/KVStore.json";

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
  public static String runtimeCode(Layout layout) {
    return runtimeCode(layout.contract());
  }

  /**
   * The code of a contract that also counts its writes, in hex.
   *
   * @param layout not {@link Layout#LOG}
   */
  public static String countingCode(Layout layout) {
    return runtimeCode(layout.contract() + "Counted");
  }

  private static String runtimeCode(String contract) {
    return artefact().required("contracts").required(contract).required("runtimeCode").asText();
  }
}
