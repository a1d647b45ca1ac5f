package io.hybridycsb.harness.results;

import io.hybridycsb.harness.UsageException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The papers whose figures experiments reproduce, in the order of reports. */
public enum Paper {
  VLDB22(
      "vldb22",
      "VLDB'22",
      "Ge et al., Hybrid Blockchain Database Systems: Design and Performance, VLDB 2022"),
  SIGMOD21(
      "sigmod21",
      "SIGMOD'21",
      "Ruan et al., Blockchains vs. Distributed Databases: Dichotomy and Fusion, SIGMOD 2021"),
  FABRIC_CASSANDRA(
      "fabric-vs-cassandra",
      "Fabric and Cassandra",
      "Bergman, Asplund and Nadjm-Tehrani, Permissioned Blockchains and Distributed Databases: A"
          + " Performance Study"),
  RELATIONAL(
      "relational-blockchain",
      "Relational",
      "Schuhknecht and Jörz, The Easiest Way of Turning your Relational Database into a Blockchain"
          + " - and the Cost of Doing So"),
  FABRIC_STATE(
      "fabric-state-database",
      "Fabric's state",
      "Laishevskiy et al., A Journey towards the Most Efficient State Database for Hyperledger"
          + " Fabric");

  private final String key;
  private final String word;
  private final String title;

  Paper(String key, String word, String title) {
    this.key = key;
    this.word = word;
    this.title = title;
  }

  /**
   * The paper that is called so in files.
   *
   * @throws UsageException if there is none
   */
  public static Paper of(String key) {
    return Arrays.stream(values())
        .filter(paper -> paper.key.equals(key))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "there is no paper '%s'; there are: %s"
                        .formatted(
                            key,
                            Arrays.stream(values())
                                .map(Paper::key)
                                .collect(Collectors.joining(", ")))));
  }

  /** Its name in files. */
  public String key() {
    return key;
  }

  /** Its name before the number of a figure. */
  public String word() {
    return word;
  }

  /** Its authors and its title. */
  public String title() {
    return title;
  }
}
