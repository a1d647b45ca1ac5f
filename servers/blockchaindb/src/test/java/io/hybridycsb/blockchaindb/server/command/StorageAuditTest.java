package io.hybridycsb.blockchaindb.server.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.hybridycsb.blockchaindb.client.ClusterFile;
import io.hybridycsb.blockchaindb.client.ClusterFile.Node;
import io.hybridycsb.blockchaindb.client.ClusterFile.Shard;
import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.commands.Findings;
import io.hybridycsb.commands.Progress;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.Hashes;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.ethereum.rpc.RpcStandIn;
import io.hybridycsb.records.StateKey;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.web3j.abi.DefaultFunctionEncoder;
import org.web3j.abi.FunctionReturnDecoder;
import org.web3j.abi.TypeReference;
import org.web3j.abi.datatypes.DynamicBytes;
import org.web3j.abi.datatypes.Function;

/** In place of the chain's client something that executes the contract's views. */
class StorageAuditTest {
  private static final String BLOCK = "0x" + "0c".repeat(32);
  private static final Address CONTRACT = new Address("0x" + "0b".repeat(20));
  private static final Function ONE =
      new Function("f", List.of(), List.of(new TypeReference<DynamicBytes>() {}));

  private final Map<String, byte[]> stored = new HashMap<>();
  private final SortedMap<byte[], byte[]> told = new TreeMap<>(Arrays::compareUnsigned);
  private final Findings findings = new Findings();
  private Layout layout = Layout.STORAGE;
  @AutoClose private RpcStandIn client;

  @BeforeEach
  void start() throws IOException {
    client = new RpcStandIn(this::answer);
  }

  private JsonNode answer(String method, JsonNode parameters) {
    assertThat(method).isEqualTo("eth_call");
    assertThat(parameters.get(0).get("to").asText()).isEqualTo(CONTRACT.hex());
    assertThat(parameters.get(1).asText()).isEqualTo(BLOCK);
    String arguments = parameters.get(0).get("data").asText().substring(10);
    DynamicBytes key =
        (DynamicBytes) FunctionReturnDecoder.decode(arguments, ONE.getOutputParameters()).get(0);
    Optional<byte[]> value = Optional.ofNullable(stored.get(new String(key.getValue(), UTF_8)));
    return JsonNodeFactory.instance.textNode(
        layout == Layout.LOG
            ? Hex.of(value.map(Hashes::keccak).orElse(new byte[32]))
            : "0x"
                + new DefaultFunctionEncoder()
                    .encodeParameters(List.of(new DynamicBytes(value.orElse(new byte[0])))));
  }

  private static byte[] key(String name) {
    return StateKey.of("usertable", name);
  }

  private void tell(String name, String value) {
    told.put(key(name), AuditCommand.digest(value.getBytes(UTF_8)));
  }

  private void store(String name, String value) {
    stored.put(new String(key(name), UTF_8), value.getBytes(UTF_8));
  }

  private List<String> audit() throws Exception {
    Shard shard = new Shard(Consensus.CLIQUE, 2_022, CONTRACT, List.of(), List.of());
    ClusterFile cluster =
        new ClusterFile(layout, List.of(new Node("node1", "127.0.0.1:1")), List.of(shard));
    EthChain chain = new EthChain(client.rpc(), shard);
    new ChainAudit("node1", cluster, 0, chain, new Progress(), findings)
        .compareStorage(told, BLOCK);
    return findings.lines();
  }

  @ParameterizedTest
  @EnumSource
  void eventsThatTellWhatTheContractHoldsPass(Layout each) throws Exception {
    layout = each;
    for (int i = 0; i < 200; i++) {
      tell("user" + i, "value" + i);
      store("user" + i, "value" + i);
    }
    tell("gone", "");

    assertThat(audit()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void eachEventThatDisagreesWithTheContractIsFound(Layout each) throws Exception {
    layout = each;
    for (int i = 0; i < 200; i++) {
      tell("user" + i, "value" + i);
      store("user" + i, "value" + i);
    }
    tell("user7", "lie");
    tell("invented", "value");
    tell("user150", "");

    assertThat(audit())
        .containsExactly(
            "node1, shard 1: usertable/invented is in the events and not in the contract's storage",
            "node1, shard 1: usertable/user150 is in the contract's storage, though the events tell"
                + " that it was removed",
            "node1, shard 1: usertable/user7 has another value in the contract's storage than in"
                + " the events");
  }
}
