package io.hybridycsb.immudb.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.immudb.proof.State;
import io.hybridycsb.immudb.wire.SetRequest;
import io.hybridycsb.immudb.wire.Tx;
import io.hybridycsb.immudb.wire.TxList;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** What an immudb 1.9.5 has answered, with a ledger of 13 transactions. */
final class RecordedAnswers {
  private static final HexFormat HEX = HexFormat.of();

  private final JsonNode json;

  /**
   * An answer to a verified read.
   *
   * @param tx that was asked for
   * @param since the transaction for whose state a proof was asked
   */
  record Read(byte[] key, long tx, long since, byte[] answer) {
    @Override
    public String toString() {
      return "transaction %d since %d".formatted(tx, since);
    }
  }

  /** An answer to a verified write. */
  record Write(SetRequest request, long since, byte[] answer) {}

  RecordedAnswers() {
    try (InputStream in = RecordedAnswers.class.getResourceAsStream("recorded.json")) {
      json = new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] bytes(JsonNode node, String name) {
    return HEX.parseHex(node.required(name).asText());
  }

  private List<JsonNode> all(String name) {
    return StreamSupport.stream(json.required(name).spliterator(), false).toList();
  }

  List<Read> reads() {
    return all("reads").stream()
        .map(
            each ->
                new Read(
                    each.required("key").asText().getBytes(StandardCharsets.UTF_8),
                    each.required("transaction").asLong(),
                    each.required("since").asLong(),
                    bytes(each, "answer")))
        .toList();
  }

  List<Write> writes() throws IOException {
    List<Write> writes = new ArrayList<>();
    for (JsonNode each : all("writes")) {
      writes.add(
          new Write(
              SetRequest.parseFrom(bytes(each, "request")),
              each.required("since").asLong(),
              bytes(each, "answer")));
    }
    return writes;
  }

  List<Tx> log() throws IOException {
    return TxList.parseFrom(bytes(json, "log")).getTxsList();
  }

  /** The states by their transactions; of 0 the one of a client that knows nothing. */
  Map<Long, State> states() throws IOException {
    Map<Long, State> states = new HashMap<>();
    states.put(0L, State.NONE);
    for (Tx tx : log()) {
      State state = State.of(Conversions.header(tx.getHeader()));
      states.put(state.tx(), state);
    }
    return states;
  }
}
