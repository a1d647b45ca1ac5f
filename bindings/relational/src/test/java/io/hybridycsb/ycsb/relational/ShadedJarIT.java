package io.hybridycsb.ycsb.relational;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.support.BindingJarContract;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The jar of the bindings for relational databases over CometBFT and over Kafka. */
@Tag("relational-tm")
class ShadedJarIT extends BindingJarContract {
  private static final String ABSENT = "no node of cluster fake answered at 127.0.0.1:";

  ShadedJarIT() {
    super("relational-tm", RelationalTmClient.class.getName(), ABSENT, "relational.comit");
  }

  /** The crypto provider is bound to the names of its native functions. */
  @Override
  protected List<String> unrelocated() {
    return List.of("com/amazon/corretto/crypto/");
  }

  @Override
  protected Map<String, String> absentCluster() throws Exception {
    FakeNode node = new FakeNode(directory());
    node.close();
    return with(node, "2000");
  }

  private static Map<String, String> with(FakeNode node, String timeoutMs) {
    Map<String, String> properties = new HashMap<>(node.properties());
    properties.put("relational.timeout.ms", timeoutMs);
    return properties;
  }

  @Test
  void grpcFindsItsOwnServices() throws Exception {
    requireServicesOfGrpc("LoadBalancerProvider", "NameResolverProvider");
  }

  @Test
  void theOtherBindingSpeaksUnderItsOwnName() throws Exception {
    String kafka = RelationalKafkaClient.class.getName();
    Run run = ycsb(kafka, "-load", absentCluster(), List.of());
    assertThat(run.exit()).as(run.errors()).isEqualTo(1);
    assertOneLine(run, "relational-kafka", ABSENT);
  }

  /** In every build the integration tests load and run on real clusters by the same jar. */
  @ParameterizedTest
  @Tag("campaign")
  @CsvSource({
    "io.hybridycsb.ycsb.relational.RelationalTmClient, local ordered",
    "io.hybridycsb.ycsb.relational.RelationalKafkaClient, local ordered"
  })
  void theRealClientWorksUnderItsNewNames(String binding, String reads) throws Exception {
    try (FakeNode node = new FakeNode(directory())) {
      // Long enough for a machine that is busy with other builds.
      Map<String, String> properties = with(node, "60000");
      Run load = ycsb(binding, "-load", properties, List.of());
      assertThat(load.output()).as(load.errors()).contains("[INSERT], Return=OK, 100");
      assertThat(load.exit()).isZero();
      for (String read : reads.split(" ")) {
        Run run = ycsb(binding, "-t", properties, List.of("-p", "relational.read=" + read));
        assertThat(run.output()).as(run.errors()).contains("[READ], Return=OK, ");
        assertThat(run.output()).doesNotContain("UNEXPECTED_STATE").doesNotContain("ERROR");
        assertThat(run.errors()).doesNotContainIgnoringCase("slf4j").doesNotContain("WARN");
        assertThat(run.exit()).isZero();
      }
    }
  }
}
