package io.hybridycsb.fabric.chaincode;

import io.hybridycsb.fabric.model.Functions;
import io.hybridycsb.fabric.model.Operation;
import io.hybridycsb.fabric.model.Rows;
import io.hybridycsb.records.RecordCodec;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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

  /** A failure that the caller caused; what is wrong is the message. */
  private static final class BadRequest extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadRequest(String message) {
      super(message, null, false, false);
    }
  }

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
    } catch (BadRequest | IllegalArgumentException e) {
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
      default -> throw new BadRequest("no function '" + function + "'");
    };
  }

  private static String text(byte[] utf8) {
    return new String(utf8, StandardCharsets.UTF_8);
  }

  private static void requireCount(List<byte[]> arguments, int count) {
    if (arguments.size() != count) {
      throw new BadRequest(
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
      throw new BadRequest("a key is not empty");
    }
    int bytes = key.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > KEY_BYTES_MAX) {
      throw new BadRequest(
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
    List<Rows.Row> rows = new ArrayList<>(Math.min(count, 1000));
    // By pages: otherwise a peer reads on to the end of the range.
    try (QueryResultsIteratorWithMetadata<KeyValue> found =
        stub.getStateByRangeWithPagination(first, end, count, "")) {
      for (KeyValue entry : found) {
        rows.add(new Rows.Row(entry.getKey(), entry.getValue()));
      }
    } catch (Exception e) {
      throw new BadRequest("the range query failed: " + e.getMessage());
    }
    return Rows.encode(rows);
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
    throw new BadRequest(
        "a range query asks for 1 to %d records, not '%s'"
            .formatted(Functions.SCAN_RECORDS_MAX, text));
  }

  private static byte[] execute(ChaincodeStub stub, List<byte[]> arguments) {
    requireCount(arguments, 2);
    List<Rows.Row> found = new ArrayList<>();
    // A peer answers reads from the state before the transaction.
    Map<String, byte[]> written = new HashMap<>();
    for (Operation operation : Operation.decode(arguments.get(1))) {
      String key = requireKey(operation.stateKey());
      switch (operation.kind()) {
        case GET -> {
          byte[] record = current(stub, written, key);
          if (record.length > 0) {
            found.add(new Rows.Row(key, record));
          }
        }
        case PUT -> {
          put(stub, key, operation.record());
          written.put(key, operation.record());
        }
        case MERGE -> {
          byte[] base = current(stub, written, key);
          byte[] merged =
              base.length == 0 ? operation.record() : RecordCodec.merge(base, operation.record());
          put(stub, key, merged);
          written.put(key, merged);
        }
        case DELETE -> {
          delete(stub, key);
          written.put(key, NOTHING);
        }
        case EXPECT -> {
          if (!operation.expects(current(stub, written, key))) {
            throw new BadRequest(Functions.CHANGED + key.replace('\0', '/'));
          }
        }
      }
    }
    return Rows.encode(found);
  }

  private static byte[] current(ChaincodeStub stub, Map<String, byte[]> written, String key) {
    byte[] own = written.get(key);
    return own == null ? get(stub, key) : own;
  }
}
