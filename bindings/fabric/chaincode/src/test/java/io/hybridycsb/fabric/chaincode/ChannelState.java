package io.hybridycsb.fabric.chaincode;

import io.hybridycsb.fabric.model.Functions;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.hyperledger.fabric.protos.peer.QueryResponseMetadata;
import org.hyperledger.fabric.shim.Chaincode.Response;
import org.hyperledger.fabric.shim.ChaincodeStub;
import org.hyperledger.fabric.shim.ledger.KeyValue;
import org.hyperledger.fabric.shim.ledger.QueryResultsIteratorWithMetadata;

/**
 * A channel's state, as a peer shows it to a chaincode: reads see the state before the transaction,
 * and a transaction that fails changes nothing.
 */
final class ChannelState {
  private final TreeMap<String, byte[]> state = new TreeMap<>();
  private int readsOfPuts;

  boolean isEmpty() {
    return state.isEmpty();
  }

  /** How often a put has read anything. */
  int readsOfPuts() {
    return readsOfPuts;
  }

  Response apply(Function<ChaincodeStub, Response> chaincode, List<byte[]> arguments) {
    Map<String, byte[]> writes = new HashMap<>();
    boolean isPut = new String(arguments.get(0), StandardCharsets.UTF_8).equals(Functions.PUT);
    ChaincodeStub stub =
        (ChaincodeStub)
            Proxy.newProxyInstance(
                ChaincodeStub.class.getClassLoader(),
                new Class<?>[] {ChaincodeStub.class},
                (proxy, method, given) ->
                    switch (method.getName()) {
                      case "getArgs" -> arguments;
                      case "getState" -> {
                        readsOfPuts += isPut ? 1 : 0;
                        yield state.get((String) given[0]);
                      }
                      case "putState" -> writes.put((String) given[0], (byte[]) given[1]);
                      case "delState" -> writes.put((String) given[0], null);
                      case "getStateByRangeWithPagination" ->
                          range((String) given[0], (String) given[1], (int) given[2]);
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
    Response response = chaincode.apply(stub);
    if (response.getStatus() == Response.Status.SUCCESS) {
      writes.forEach(
          (key, value) -> {
            if (value == null) {
              state.remove(key);
            } else {
              state.put(key, value);
            }
          });
    }
    return response;
  }

  private QueryResultsIteratorWithMetadata<KeyValue> range(String first, String end, int count) {
    List<KeyValue> found =
        state.subMap(first, end).entrySet().stream()
            .limit(count)
            .map(entry -> (KeyValue) new Entry(entry.getKey(), entry.getValue()))
            .toList();
    return new QueryResultsIteratorWithMetadata<>() {
      @Override
      public Iterator<KeyValue> iterator() {
        return found.iterator();
      }

      @Override
      public QueryResponseMetadata getMetadata() {
        return QueryResponseMetadata.getDefaultInstance();
      }

      @Override
      public void close() {}
    };
  }

  /** One result of a range query. */
  private record Entry(String key, byte[] bytes) implements KeyValue {
    @Override
    public String getKey() {
      return key;
    }

    @Override
    public byte[] getValue() {
      return bytes;
    }

    @Override
    public String getStringValue() {
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }
}
