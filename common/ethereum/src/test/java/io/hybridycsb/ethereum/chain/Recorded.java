package io.hybridycsb.ethereum.chain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.ethereum.rpc.BlockJson;
import io.hybridycsb.ethereum.rpc.Hex;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Headers and proofs of a real client; beside the files stands how they were recorded. */
record Recorded(
    Consensus consensus, List<Address> sealers, List<JsonNode> blocks, List<JsonNode> json) {

  /** A record that a proof is of. */
  record Case(
      String name,
      Layout layout,
      Address contract,
      long block,
      byte[] key,
      Optional<byte[]> value,
      List<byte[]> nodes) {
    @Override
    public String toString() {
      return layout + ", " + name;
    }
  }

  static Recorded geth() {
    return read("proofs-geth-1.13.15.json");
  }

  static Recorded goQuorum() {
    return read("proofs-goquorum-22.7.4.json");
  }

  private static Recorded read(String file) {
    try (InputStream in = Recorded.class.getResourceAsStream(file)) {
      JsonNode all = new ObjectMapper().readTree(in);
      List<Address> sealers = new ArrayList<>();
      all.get("sealers").forEach(each -> sealers.add(new Address(each.asText())));
      List<JsonNode> blocks = new ArrayList<>();
      all.get("blocks").forEach(blocks::add);
      List<JsonNode> cases = new ArrayList<>();
      all.get("cases").forEach(cases::add);
      return new Recorded(Consensus.of(all.get("consensus").asText()), sealers, blocks, cases);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All records with their proofs. */
  List<Case> cases() {
    return json.stream()
        .filter(each -> each.has("key"))
        .map(
            each ->
                new Case(
                    each.get("name").asText(),
                    Layout.valueOf(each.get("layout").asText()),
                    new Address(each.get("contract").asText()),
                    each.get("block").asLong(),
                    Hex.bytes(each.get("key")),
                    Optional.of(each.get("value")).filter(v -> !v.isNull()).map(Hex::bytes),
                    nodes(each)))
        .toList();
  }

  /** The nodes of the case of that name, which is of no record. */
  List<byte[]> nodes(String name) {
    return json.stream()
        .filter(each -> each.get("name").asText().equals(name))
        .findFirst()
        .map(Recorded::nodes)
        .orElseThrow();
  }

  private static List<byte[]> nodes(JsonNode each) {
    List<byte[]> nodes = new ArrayList<>();
    each.get("nodes").forEach(node -> nodes.add(Hex.bytes(node)));
    return nodes;
  }

  /** The header of the newest block. */
  SealedHeader newest() throws ProofException {
    return Collections.max(headers().values(), Comparator.comparing(SealedHeader::number));
  }

  /** The blocks' headers, by number. */
  Map<Long, SealedHeader> headers() throws ProofException {
    Map<Long, SealedHeader> headers = new HashMap<>();
    for (JsonNode block : blocks) {
      SealedHeader header = SealedHeader.read(consensus, BlockJson.header(block));
      headers.put(header.number(), header);
    }
    return headers;
  }
}
