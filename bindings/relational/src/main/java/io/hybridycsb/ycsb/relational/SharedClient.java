package io.hybridycsb.ycsb.relational;

import io.hybridycsb.relational.client.RelationalClient;
import io.hybridycsb.relational.client.RelationalException;
import io.hybridycsb.veritas.crypto.SigningKey;

/**
 * What all threads use.
 *
 * @param client their connections
 * @param tables those that they have defined
 */
record SharedClient(RelationalClient client, Tables tables) implements AutoCloseable {

  /**
   * Connects.
   *
   * @throws IllegalArgumentException if the key's file is wrong
   * @throws IllegalStateException if no node answers in time
   */
  static SharedClient connect(RelationalProperties properties) {
    RelationalClient client =
        RelationalClient.connect(properties.client(), SigningKey.read(properties.key()));
    try {
      client.session().status();
      return new SharedClient(client, new Tables(client, properties.client().timeoutMs()));
    } catch (RelationalException e) {
      client.close();
      throw new IllegalStateException(
          "no node of cluster %s answered at %s within %d ms; the last: %s"
              .formatted(
                  properties.client().cluster(),
                  String.join(", ", properties.client().nodes()),
                  properties.client().timeoutMs(),
                  e.getMessage()),
          e);
    }
  }

  /** Tells what became of what was only accepted. */
  @Override
  public void close() {
    client.acceptedSummary().ifPresent(text -> System.err.println("relational: " + text));
    client.close();
  }
}
