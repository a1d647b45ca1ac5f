package io.hybridycsb.veritas.core.consensus.log;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.core.consensus.Decision;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.consensus.log.LogItem.CastVote;
import io.hybridycsb.veritas.core.consensus.log.LogItem.OrderedBlock;
import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.read.AppliedHeight;
import io.hybridycsb.veritas.core.read.ReadGate;
import io.hybridycsb.veritas.core.spi.ApprovalRule;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.testing.TestContext;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.List;

/** A replica that is given the records of a log one by one. */
abstract class ReplicaFixture {
  static final String SELF = "node1";
  final InMemoryLedgerStore ledgerStore = new InMemoryLedgerStore();
  final InMemoryStateStore stateStore = new InMemoryStateStore();
  ApprovalRule rule = ApprovalRule.NONE;
  Ledger ledger;
  ReadGate gate;
  AppliedHeight applied;
  ByteString rules;
  Replica replica = start(2, ApprovalPolicy.ALL);

  /** A node whose databases outlive it. */
  Replica start(int nodes, ApprovalPolicy policy) {
    ClusterConfig cluster = TestKeys.cluster(policy, nodes, 1);
    NodeContext node =
        TestContext.of(
            cluster, SELF, TestKeys.node(1), ledgerStore, stateStore, NodeOptions.DEFAULT);
    ledger = node.data().ledger();
    gate = node.clients().gate();
    applied = node.clients().applied();
    rules = ByteString.copyFrom(node.self().rules().hash());
    return new Replica(node, transaction -> rule.approves(transaction));
  }

  List<Decision> process(List<? extends LogItem> items) {
    replica.process(items);
    return replica.write();
  }

  static OrderedBlock block(long position, CheckedTransaction... transactions) {
    ByteString signature = ByteString.copyFromUtf8("block " + position);
    return new OrderedBlock(position, SELF, signature, ByteString.EMPTY, List.of(transactions));
  }

  static CastVote vote(long position, VoteBody body) {
    return new CastVote(position, Vote.newBuilder().setBody(body.toByteString()).build(), body);
  }

  CastVote vote(long position, String voter, long upTo, long decided) {
    return vote(position, body(voter, upTo, decided, ledger.hash(decided)));
  }

  VoteBody wrong(String voter, long upTo, long decided) {
    return body(voter, upTo, decided, new byte[32]);
  }

  VoteBody body(String voter, long upTo, long decided, byte[] hash) {
    return Votes.attesting(voter, decided, hash).toBuilder()
        .setUpToHeight(upTo)
        .setConfigHash(rules)
        .build();
  }

  /** A block of one transaction, and the votes that decide it. */
  List<LogItem> decided() {
    return List.of(
        block(0, at(5).put("a", "x").checked()), vote(1, "node1", 1, 0), vote(2, "node2", 1, 0));
  }
}
