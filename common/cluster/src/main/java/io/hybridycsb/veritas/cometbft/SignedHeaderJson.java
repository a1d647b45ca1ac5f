package io.hybridycsb.veritas.cometbft;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import io.hybridycsb.veritas.cometbft.proto.BlockID;
import io.hybridycsb.veritas.cometbft.proto.BlockIDFlag;
import io.hybridycsb.veritas.cometbft.proto.Commit;
import io.hybridycsb.veritas.cometbft.proto.CommitSig;
import io.hybridycsb.veritas.cometbft.proto.Consensus;
import io.hybridycsb.veritas.cometbft.proto.Header;
import io.hybridycsb.veritas.cometbft.proto.PartSetHeader;
import io.hybridycsb.veritas.cometbft.proto.SignedHeader;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;

/**
 * Signed headers as CometBFT's RPC writes them in JSON: numbers as texts, hashes in hex, signatures
 * in base64, times as in RFC 3339.
 */
public final class SignedHeaderJson {
  private SignedHeaderJson() {}

  /**
   * Reads {@code signed_header}, an object with {@code header} and {@code commit}. Nothing is
   * verified.
   *
   * @throws IllegalArgumentException if a field is absent or of another form
   */
  public static SignedHeader read(JsonNode json) {
    try {
      return SignedHeader.newBuilder()
          .setHeader(header(json.path("header")))
          .setCommit(commit(json.path("commit")))
          .build();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("not a signed header: " + e.getMessage(), e);
    }
  }

  private static Header header(JsonNode json) {
    return Header.newBuilder()
        .setVersion(
            Consensus.newBuilder()
                .setBlock(number(json.path("version"), "block"))
                .setApp(optionalNumber(json.path("version"), "app")))
        .setChainId(text(json, "chain_id"))
        .setHeight(number(json, "height"))
        .setTime(time(json, "time"))
        .setLastBlockId(blockId(json.path("last_block_id")))
        .setLastCommitHash(hex(json, "last_commit_hash"))
        .setDataHash(hex(json, "data_hash"))
        .setValidatorsHash(hex(json, "validators_hash"))
        .setNextValidatorsHash(hex(json, "next_validators_hash"))
        .setConsensusHash(hex(json, "consensus_hash"))
        .setAppHash(hex(json, "app_hash"))
        .setLastResultsHash(hex(json, "last_results_hash"))
        .setEvidenceHash(hex(json, "evidence_hash"))
        .setProposerAddress(hex(json, "proposer_address"))
        .build();
  }

  private static Commit commit(JsonNode json) {
    Commit.Builder commit =
        Commit.newBuilder()
            .setHeight(number(json, "height"))
            .setRound((int) number(json, "round"))
            .setBlockId(blockId(json.path("block_id")));
    for (JsonNode signature : json.path("signatures")) {
      commit.addSignatures(
          CommitSig.newBuilder()
              .setBlockIdFlag(flag(signature))
              .setValidatorAddress(hex(signature, "validator_address"))
              .setTimestamp(time(signature, "timestamp"))
              .setSignature(base64(signature, "signature")));
    }
    return commit.build();
  }

  private static BlockIDFlag flag(JsonNode signature) {
    BlockIDFlag flag = BlockIDFlag.forNumber((int) number(signature, "block_id_flag"));
    if (flag == null) {
      throw new IllegalArgumentException("not a signed header: an unknown block_id_flag");
    }
    return flag;
  }

  private static BlockID blockId(JsonNode json) {
    JsonNode parts = json.path("parts");
    return BlockID.newBuilder()
        .setHash(hex(json, "hash"))
        .setPartSetHeader(
            PartSetHeader.newBuilder()
                .setTotal((int) number(parts, "total"))
                .setHash(hex(parts, "hash")))
        .build();
  }

  private static Timestamp time(JsonNode json, String field) {
    Instant time = Instant.parse(text(json, field));
    return Timestamp.newBuilder()
        .setSeconds(time.getEpochSecond())
        .setNanos(time.getNano())
        .build();
  }

  private static ByteString hex(JsonNode json, String field) {
    return ByteString.copyFrom(HexFormat.of().parseHex(text(json, field)));
  }

  private static ByteString base64(JsonNode json, String field) {
    JsonNode value = json.path(field);
    return value.isNull()
        ? ByteString.EMPTY
        : ByteString.copyFrom(Base64.getDecoder().decode(text(json, field)));
  }

  private static long optionalNumber(JsonNode json, String field) {
    return json.has(field) ? number(json, field) : 0;
  }

  /** 64 bits as a text, fewer as a number. */
  private static long number(JsonNode json, String field) {
    JsonNode value = json.path(field);
    try {
      if (value.isTextual() || value.isIntegralNumber()) {
        return Long.parseLong(value.asText());
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("not a signed header: " + field + " is a number", e);
    }
    throw new IllegalArgumentException("not a signed header: a number " + field + " is expected");
  }

  private static String text(JsonNode json, String field) {
    JsonNode value = json.path(field);
    if (!value.isTextual()) {
      throw new IllegalArgumentException("not a signed header: a text " + field + " is expected");
    }
    return value.asText();
  }
}
