package io.hybridycsb.ycsb.bigchaindb;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.ycsb.bigchaindb.BigchainDbProperties.Mapping;
import io.hybridycsb.ycsb.bigchaindb.Transaction.Output;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.TimeLimit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.Status;

/** Finds records by their owners. */
record Assets(Nodes nodes, int preferred, Mapping mapping) {
  /**
   * The newest transaction of a record.
   *
   * @param assetId what it made or handed on
   * @param output of it, which the next one spends
   * @param fields in a map that may be changed; empty if the record is deleted
   */
  record Version(String assetId, Output output, Optional<Map<String, byte[]>> fields) {}

  /**
   * What a node knows of a record; empty if it never was.
   *
   * @throws FailedOperation if no node answers in time
   */
  Optional<Version> newest(Owner owner, TimeLimit limit) {
    return mapping == Mapping.CREATE
        ? outputs(owner, "", limit).stream()
            .reduce((earlier, later) -> later)
            .map(newest -> version(newest, limit))
        : unspent(owner, limit);
  }

  /**
   * A node first looks up a key's outputs, then which of them are spent. A transaction stored in
   * between makes it answer that there is no unspent output. So an empty answer is trusted only if
   * the key never had an output.
   */
  private Optional<Version> unspent(Owner owner, TimeLimit limit) {
    while (!limit.passed()) {
      List<Output> unspent = outputs(owner, "&spent=false", limit);
      if (!unspent.isEmpty()) {
        List<Version> versions = unspent.stream().map(output -> version(output, limit)).toList();
        return Optional.of(
            versions.size() == 1 ? versions.get(0) : youngest(owner, versions, limit));
      }
      if (outputs(owner, "", limit).isEmpty()) {
        return Optional.empty();
      }
    }
    throw new FailedOperation(
        Status.SERVICE_UNAVAILABLE, "a record changed too often to be read in time");
  }

  /**
   * Of a record that was inserted again the newest asset counts; nodes list outputs in commit
   * order.
   */
  private Version youngest(Owner owner, List<Version> versions, TimeLimit limit) {
    List<String> made = outputs(owner, "", limit).stream().map(Output::transactionId).toList();
    return Collections.max(
        versions, Comparator.comparingInt(version -> made.lastIndexOf(version.assetId())));
  }

  private List<Output> outputs(Owner owner, String filter, TimeLimit limit) {
    JsonNode found = get("outputs?public_key=" + owner.publicKey() + filter, limit);
    List<Output> outputs = new ArrayList<>(found.size());
    for (JsonNode output : found) {
      outputs.add(
          new Output(output.path("transaction_id").asText(), output.path("output_index").asInt()));
    }
    return outputs;
  }

  private Version version(Output output, TimeLimit limit) {
    JsonNode transaction = get("transactions/" + output.transactionId(), limit);
    String assetId = transaction.path("asset").path("id").asText(output.transactionId());
    return new Version(assetId, output, RecordJson.fields(transaction.path("metadata")));
  }

  /** The first useful answer of a node; the thread's own node is asked first. */
  private JsonNode get(String path, TimeLimit limit) {
    String reason = "no answer in time";
    for (int i = 0; i < nodes.count() && !limit.passed(); i++) {
      try {
        Answer answer = nodes.get(preferred + i, path, limit);
        JsonNode json = answer.json();
        // An unreadable answer doesn't say that there is nothing.
        if (answer.isOk() && !json.isMissingNode()) {
          return json;
        }
        reason = answer.reason();
      } catch (Nodes.Unreachable e) {
        reason = e.getMessage();
      } catch (IOException e) {
        reason = "connection lost, or no answer in time";
      }
    }
    throw new FailedOperation(Status.SERVICE_UNAVAILABLE, "a look-up failed: " + reason);
  }
}
