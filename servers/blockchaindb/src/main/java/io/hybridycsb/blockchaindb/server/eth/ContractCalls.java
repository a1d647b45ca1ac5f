package io.hybridycsb.blockchaindb.server.eth;

import java.util.List;
import org.web3j.abi.FunctionEncoder;
import org.web3j.abi.FunctionReturnDecoder;
import org.web3j.abi.TypeReference;
import org.web3j.abi.datatypes.DynamicArray;
import org.web3j.abi.datatypes.DynamicBytes;
import org.web3j.abi.datatypes.Function;
import org.web3j.abi.datatypes.Type;

/** How the contract is called, and what its events say. */
public final class ContractCalls {
  private static final Function WRITTEN =
      new Function(
          "Written",
          List.of(),
          List.of(new TypeReference<DynamicBytes>() {}, new TypeReference<DynamicBytes>() {}));

  private ContractCalls() {}

  /** The call that writes these, in hex. */
  public static String setBatch(List<Block.Written> writes) {
    return FunctionEncoder.encode(
        new Function(
            "setBatch",
            List.of(
                array(writes.stream().map(write -> new DynamicBytes(write.key())).toList()),
                array(writes.stream().map(write -> new DynamicBytes(write.value())).toList())),
            List.of()));
  }

  private static Type<?> array(List<DynamicBytes> items) {
    return new DynamicArray<>(DynamicBytes.class, items);
  }

  /** The write that an event tells of. */
  static Block.Written written(String data) {
    @SuppressWarnings("rawtypes") // web3j's
    List<Type> fields = FunctionReturnDecoder.decode(data, WRITTEN.getOutputParameters());
    return new Block.Written(
        ((DynamicBytes) fields.get(0)).getValue(), ((DynamicBytes) fields.get(1)).getValue());
  }
}
