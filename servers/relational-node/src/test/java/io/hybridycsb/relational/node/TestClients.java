package io.hybridycsb.relational.node;

import com.google.protobuf.ByteString;
import io.hybridycsb.relational.client.SignedCalls;
import io.hybridycsb.relational.node.database.Rules;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.SignedTransaction;
import io.hybridycsb.relational.proto.TransactionBody;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A cluster's clients, and what they sign. */
public final class TestClients {
  public static final String CLUSTER = "shop";
  public static final SigningKey KEY = Ed25519.generate();
  public static final Rules RULES =
      new Rules(CLUSTER, "shop-chain", Rules.Failure.TRANSACTION, 10_000);

  private TestClients() {}

  public static TransactionChecks checks() {
    ClusterConfig cluster =
        new ClusterConfig(
            CLUSTER,
            ClusterConfig.ApprovalPolicy.ALL,
            "",
            List.of(new ClusterConfig.Member("node1", "127.0.0.1:1", KEY.publicKey())),
            List.of(new ClusterConfig.Member("client", "", KEY.publicKey())),
            Optional.empty(),
            Map.of());
    return new TransactionChecks(cluster, RULES);
  }

  public static TransactionBody.Builder body(long number, Call... calls) {
    return TransactionBody.newBuilder()
        .setClient(ByteString.copyFrom(KEY.publicKey()))
        .setNumber(number)
        .addAllCalls(List.of(calls));
  }

  public static SignedTransaction signed(TransactionBody.Builder body) {
    return signed(CLUSTER, KEY, body);
  }

  public static SignedTransaction signed(
      String cluster, SigningKey key, TransactionBody.Builder body) {
    byte[] bytes = body.build().toByteArray();
    return SignedTransaction.newBuilder()
        .setBody(ByteString.copyFrom(bytes))
        .setSignature(ByteString.copyFrom(key.sign(SignedCalls.signedBytes(cluster, bytes))))
        .build();
  }

  public static byte[] bytes(long number, Call... calls) {
    return signed(body(number, calls)).toByteArray();
  }
}
