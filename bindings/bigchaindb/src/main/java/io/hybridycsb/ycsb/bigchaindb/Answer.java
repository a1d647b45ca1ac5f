package io.hybridycsb.ycsb.bigchaindb;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;

/**
 * A node's answer over HTTP.
 *
 * @param status HTTP's
 * @param body JSON, unless the node is in trouble
 */
record Answer(int status, String body) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SHOWN_CHARS = 200;

  /** What a node says to a transaction. */
  enum Verdict {
    /** As good as the mode says. */
    ACCEPTED,
    /** This very transaction is in a block already. */
    COMMITTED_BEFORE,
    /** This very transaction is on its way already. */
    UNDER_WAY,
    /** Another transaction has spent its input. */
    DOUBLE_SPEND,
    /** The node doesn't know the output that it spends. */
    MISSING_INPUT,
    /** It was valid at first and isn't any longer: another one came first. */
    OVERTAKEN,
    /** The mempool is full; the node has not taken it. */
    FULL,
    /** It is wrong in itself. */
    WRONG,
    /** It wasn't in a block in time; it may still come into one. */
    LATE,
    /** The node itself doesn't know, such as one that has lost its Tendermint. */
    BROKEN
  }

  boolean isOk() {
    return status == 200;
  }

  boolean isNotFound() {
    return status == 404;
  }

  /** The body; missing if it isn't JSON. */
  JsonNode json() {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }

  /** One line for people. */
  String reason() {
    String message = json().path("message").asText(body).replaceAll("\\s+", " ");
    return "HTTP %d, %s"
        .formatted(status, message.substring(0, Math.min(SHOWN_CHARS, message.length())));
  }

  /** The verdict on a transaction, from the error messages of BigchainDB 2.2.2. */
  Verdict verdict() {
    if (status == 202) {
      return Verdict.ACCEPTED;
    }
    String message = json().path("message").asText();
    if (message.contains("already exists in cache")) {
      return Verdict.UNDER_WAY;
    }
    if (status == 400) {
      return refusal(message);
    }
    if (message.equals("Transaction validation failed")) {
      return Verdict.OVERTAKEN;
    }
    if (message.contains("ool is full")) {
      return Verdict.FULL;
    }
    if (message.contains("Tx too large") || message.contains("body too large")) {
      return Verdict.WRONG;
    }
    return message.contains("Timed out waiting for tx") ? Verdict.LATE : Verdict.BROKEN;
  }

  private static Verdict refusal(String message) {
    if (message.contains("(DuplicateTransaction)")) {
      return Verdict.COMMITTED_BEFORE;
    }
    if (message.contains("(DoubleSpend)")) {
      return Verdict.DOUBLE_SPEND;
    }
    return message.contains("(InputDoesNotExist)") ? Verdict.MISSING_INPUT : Verdict.WRONG;
  }
}
