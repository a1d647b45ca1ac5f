package io.hybridycsb.ycsb.blockchaindb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hybridycsb.blockchaindb.client.BlockchainDb.Freshness;
import io.hybridycsb.blockchaindb.client.Requirements;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.verification.AgeLimit;
import io.hybridycsb.verification.StateFile;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BlockchainDbPropertiesTest {
  private static Properties properties(String name, String value) {
    Properties properties = new Properties();
    properties.setProperty("blockchaindb.cluster", "cluster.json");
    properties.setProperty(name, value);
    return properties;
  }

  @ParameterizedTest
  @CsvSource({"pool,-1", "block,0", "depth:0,0", "depth:2,2", "depth:64,64"})
  void aCommitModeIsADepth(String text, int depth) {
    assertThat(
            BlockchainDbProperties.ALL
                .read(properties("blockchaindb.commit", text))
                .get(BlockchainDbProperties.COMMIT))
        .isEqualTo(depth);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "blocks", "depth", "depth:", "depth:-1", "depth:65", "depth:x"})
  void anyOtherCommitModeIsAMistake(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BlockchainDbProperties.ALL.read(properties("blockchaindb.commit", text)))
        .withMessageContaining("blockchaindb.commit is pool|block|depth:K, not \"" + text + "\"");
  }

  @Test
  void onlyTheClusterMustBeGiven() {
    PropertySet.Values read =
        BlockchainDbProperties.ALL.read(properties("blockchaindb.cluster", "some.json"));

    assertThat(read.get(BlockchainDbProperties.COMMIT)).isZero();
    assertThat(read.get(BlockchainDbProperties.READ)).isEqualTo(Freshness.SESSION);
    assertThat(read.get(BlockchainDbProperties.VERIFY))
        .isEqualTo(BlockchainDbProperties.Verify.OFF);
    assertThat(BlockchainDbProperties.requirements(read)).isEqualTo(Requirements.NONE);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BlockchainDbProperties.ALL.read(new Properties()))
        .withMessageStartingWith("missing property blockchaindb.cluster; valid are");
  }

  @Test
  void whatWasVerifiedIsKeptAndItsAgeLimitedWhereThatIsWanted() {
    Properties properties = properties("blockchaindb.state", "verified");
    properties.setProperty("blockchaindb.age.max.s", "30");

    assertThat(BlockchainDbProperties.requirements(BlockchainDbProperties.ALL.read(properties)))
        .isEqualTo(
            new Requirements(
                Optional.of(new StateFile(Path.of("verified"))), AgeLimit.ofSeconds(30)));
  }
}
