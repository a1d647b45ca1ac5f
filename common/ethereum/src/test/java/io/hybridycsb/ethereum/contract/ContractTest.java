package io.hybridycsb.ethereum.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ethereum.chain.Layout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ContractTest {
  private static final Path SOURCE = Path.of("src", "main", "solidity", "KVStore.sol");

  @Test
  void theCompiledContractIsOfTheSourceBesideIt() throws Exception {
    byte[] source = Files.readAllBytes(SOURCE);

    assertThat(Contract.artefact().get("sourceSha256").asText())
        .as("compile it again: ./mvnw -pl common/ethereum -am -Pcontract test-compile")
        .isEqualTo(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(source)));
    assertThat(Contract.artefact().get("compiler").asText()).startsWith("0.8.26+");
    assertThat(Contract.artefact().get("evmVersion").asText()).isEqualTo("berlin");
  }

  @ParameterizedTest
  @EnumSource
  void thereIsCodeForEveryLayout(Layout layout) {
    assertThat(Contract.runtimeCode(layout)).matches("0x([0-9a-f]{2}){500,}");
  }
}
