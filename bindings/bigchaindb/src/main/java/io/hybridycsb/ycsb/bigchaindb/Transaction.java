package io.hybridycsb.ycsb.bigchaindb;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hybridycsb.ycsb.record.Digests;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * A signed transaction of BigchainDB's version 2.0, with one input and one output of one owner.
 *
 * @param id 64 hex digits: SHA3-256 of the canonical text in which the id is null
 * @param json its canonical text
 */
record Transaction(String id, String json) {

  /**
   * An output of a transaction, to be spent.
   *
   * @param index from 0
   */
  record Output(String transactionId, int index) {}

  /**
   * Makes an asset.
   *
   * @param asset its data, which never change; not empty
   * @param metadata the data of this transaction; not empty
   */
  static Transaction create(Owner owner, Map<String, ?> asset, Map<String, ?> metadata) {
    return signed(owner, "CREATE", Map.of("data", asset), metadata, null);
  }

  /**
   * Transfers an asset to its own owner.
   *
   * @param assetId the id of the transaction that made it
   * @param spent the output that holds it, which can be spent once
   */
  static Transaction transfer(Owner owner, String assetId, Output spent, Map<String, ?> metadata) {
    return signed(owner, "TRANSFER", Map.of("id", assetId), metadata, spent);
  }

  private static Transaction signed(
      Owner owner, String operation, Map<String, ?> asset, Map<String, ?> metadata, Output spent) {
    Map<String, Object> input = new HashMap<>();
    input.put("fulfillment", null);
    input.put("fulfills", fulfills(spent));
    input.put("owners_before", List.of(owner.publicKey()));
    Map<String, Object> body = new HashMap<>();
    body.put("asset", asset);
    body.put("id", null);
    body.put("inputs", List.of(input));
    body.put("metadata", metadata);
    body.put("operation", operation);
    body.put("outputs", List.of(owner.output()));
    body.put("version", "2.0");
    String message = CanonicalJson.text(body);
    if (spent != null) {
      message += spent.transactionId() + spent.index();
    }
    input.put("fulfillment", owner.fulfilment(hash(message)));
    String id = HexFormat.of().formatHex(hash(CanonicalJson.text(body)));
    body.put("id", id);
    return new Transaction(id, CanonicalJson.text(body));
  }

  private static Map<String, Object> fulfills(Output spent) {
    return spent == null
        ? null
        : Map.of("output_index", spent.index(), "transaction_id", spent.transactionId());
  }

  private static byte[] hash(String text) {
    return Digests.of("SHA3-256").digest(text.getBytes(UTF_8));
  }
}
