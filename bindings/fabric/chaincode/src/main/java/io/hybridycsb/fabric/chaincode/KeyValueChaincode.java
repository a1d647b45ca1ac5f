package io.hybridycsb.fabric.chaincode;

import io.hybridycsb.fabric.model.Functions;
import io.hybridycsb.records.Fields;
import io.hybridycsb.records.RecordCodec;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.hyperledger.fabric.metrics.Metrics;
import org.hyperledger.fabric.shim.ChaincodeBase;
import org.hyperledger.fabric.shim.ChaincodeServer;
import org.hyperledger.fabric.shim.ChaincodeStub;
import org.hyperledger.fabric.shim.NettyChaincodeServer;
import org.hyperledger.fabric.shim.ResponseUtils;
import org.hyperledger.fabric.shim.ledger.KeyValue;
import org.hyperledger.fabric.shim.ledger.QueryResultsIteratorWithMetadata;
import org.hyperledger.fabric.traces.Traces;

/**
 * Records under keys, as {@link Functions} describes. What it answers depends on its arguments and
 * the channel's state alone, so all peers endorse the same.
 */
public final class KeyValueChaincode extends ChaincodeBase {
  /** The length of a key in the answer to a scan has two bytes. */
  private static final int KEY_BYTES_MAX = 0xffff;

  private static final byte[] NOTHING = {};

  /**
   * The server to which peers connect, as the environment describes it. Metrics and traces are off
   * but must be initialised: the shim asks for them with each transaction.
   *
   * @throws URISyntaxException if the environment names no address
   * @throws IOException if the server can't be made
   */
  ChaincodeServer server() throws URISyntaxException, IOException {
    processEnvironmentOptions();
    initializeLogging();
    Properties configuration = getChaincodeConfig();
    Metrics.initialize(configuration);
    Traces.initialize(configuration);
    return new NettyChaincodeServer(this, getChaincodeServerConfig());
  }

  @Override
  public Response init(ChaincodeStub stub) {
    return ResponseUtils.newSuccessResponse();
  }

  @Override
  public Response invoke(ChaincodeStub stub) {
    try {
      return ResponseUtils.newSuccessResponse(answer(stub, stub.getArgs()));
    } catch (IllegalArgumentException e) {
      return ResponseUtils.newErrorResponse(e.getMessage());
    }
  }

  private static byte[] answer(ChaincodeStub stub, List<byte[]> arguments) {
    String function = arguments.isEmpty() ? "" : text(arguments.get(0));
    return switch (function) {
      case Functions.GET -> get(stub, key(arguments, 2));
      case Functions.PUT -> put(stub, key(arguments, 3), arguments.get(2));
      case Functions.MERGE -> merge(stub, key(arguments, 3), arguments.get(2));
      case Functions.DELETE -> delete(stub, key(arguments, 2));
      case Functions.SCAN -> scan(stub, arguments);
      case Functions.EXECUTE -> execute(stub, arguments);
      case Functions.PING -> NOTHING;
      default -> throw new IllegalArgumentException("no function '" + function + "'");
    };
  }

  private static String text(byte[] utf8) {
    return new String(utf8, StandardCharsets.UTF_8);
  }

  private static void requireCount(List<byte[]> arguments, int count) {
    if (arguments.size() != count) {
      throw new IllegalArgumentException(
          "%s takes %d arguments, not %d"
              .formatted(text(arguments.get(0)), count - 1, arguments.size() - 1));
    }
  }

  private static String key(List<byte[]> arguments, int count) {
    requireCount(arguments, count);
    return requireKey(text(arguments.get(1)));
  }

  private static String requireKey(String key) {
    if (key.isEmpty()) {
      throw new IllegalArgumentException("a key is not empty");
    }
    int bytes = key.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > KEY_BYTES_MAX) {
      throw new IllegalArgumentException(
          "a key has %d bytes; at most %d are allowed".formatted(bytes, KEY_BYTES_MAX));
    }
    return key;
  }

  private static byte[] get(ChaincodeStub stub, String key) {
    return Optional.ofNullable(stub.getState(key)).orElse(NOTHING);
  }

  private static byte[] put(ChaincodeStub stub, String key, byte[] record) {
    RecordCodec.decode(record);
    stub.putState(key, record);
    return NOTHING;
  }

  private static byte[] merge(ChaincodeStub stub, String key, byte[] record) {
    byte[] base = get(stub, key);
    return put(stub, key, base.length == 0 ? record : RecordCodec.merge(base, record));
  }

  private static byte[] delete(ChaincodeStub stub, String key) {
    stub.delState(key);
    return NOTHING;
  }

  private static byte[] scan(ChaincodeStub stub, List<byte[]> arguments) {
    requireCount(arguments, 4);
    String first = requireKey(text(arguments.get(1)));
    String end = requireKey(text(arguments.get(2)));
    int count = count(text(arguments.get(3)));
    Map<String, byte[]> rows = new HashMap<>();
    // By pages: otherwise a peer reads on to the end of the range.
    try (QueryResultsIteratorWithMetadata<KeyValue> found =
        stub.getStateByRangeWithPagination(first, end, count, "")) {
      for (KeyValue entry : found) {
        rows.put(entry.getKey(), entry.getValue());
      }
    } catch (Exception e) {
      throw new IllegalArgumentException("the range query failed: " + e.getMessage());
    }
    return Fields.encode(rows);
  }

  private static int count(String text) {
    try {
      int count = Integer.parseInt(text);
      if (count >= 1 && count <= Functions.SCAN_RECORDS_MAX) {
        return count;
      }
    } catch (NumberFormatException e) {
      // As wrong as a number out of range.
    }
    throw new IllegalArgumentException(
        "a range query asks for 1 to %d records, not '%s'"
            .formatted(Functions.SCAN_RECORDS_MAX, text));
  }

  private static byte[] execute(ChaincodeStub stub, List<byte[]> arguments) {
    requireCount(arguments, 3);
    Map<String, byte[]> expected = Fields.decode(arguments.get(1), 0);
    Map<String, byte[]> written = Fields.decode(arguments.get(2), 0);
    Functions.requireFew(expected.size() + written.size());
    expected.forEach(
        (key, digest) -> {
          if (!Arrays.equals(digest, Functions.digest(get(stub, requireKey(key))))) {
            throw new IllegalArgumentException(Functions.CHANGED + key.replace('\0', '/'));
          }
        });
    written.forEach(
        (key, record) -> {
          if (record.length == 0) {
            delete(stub, requireKey(key));
          } else {
            put(stub, requireKey(key), record);
          }
        });
    return NOTHING;
  }
}
