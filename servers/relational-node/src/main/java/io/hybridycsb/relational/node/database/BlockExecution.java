package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.node.database.ChainDatabase.Committed;
import io.hybridycsb.relational.node.definition.CallFailed;
import io.hybridycsb.relational.node.definition.DefinedProcedures.DefinedProcedure;
import io.hybridycsb.relational.node.definition.Definitions;
import io.hybridycsb.relational.node.definition.Leftovers;
import io.hybridycsb.relational.node.dialect.Dialect;
import io.hybridycsb.relational.node.dialect.Effects;
import io.hybridycsb.relational.node.skip.SkipDecision;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.ProcedureDefinition;
import io.hybridycsb.relational.proto.RecordsCall;
import io.hybridycsb.veritas.crypto.Hashes;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;

/** Executes one block, in one transaction that it leaves open. */
final class BlockExecution {
  private static final int LOOKUP_IDS_MAX = 1_024;
  private static final String BLOCK_START = "block_start";
  private static final String DEFINITION_START = "definition_start";

  private final DefinitionWait definitionWait;
  private final Writer writer;
  private final Dialect dialect;
  private final Rules rules;
  private final Committed before;
  private final long height;
  private final List<BlockTransaction> transactions;
  private final Map<TransactionId, RecordedTransaction> recorded = new HashMap<>();

  /** By their place, in its order. */
  private final Map<Integer, FreshTransaction> fresh = new LinkedHashMap<>();

  private final Work work = new Work();
  private Definitions definitions;
  private ProcedureCalls procedureCalls;
  private Effects effects = new Effects();
  private int writes;

  BlockExecution(
      Writer writer,
      Rules rules,
      Committed before,
      long height,
      List<BlockTransaction> transactions,
      DefinitionWait definitionWait) {
    this.definitionWait = definitionWait;
    this.writer = writer;
    this.dialect = writer.dialect();
    this.rules = rules;
    this.before = before;
    this.height = height;
    this.transactions = transactions;
    this.definitions = before.definitions();
  }

  /** The definitions after the block. */
  Definitions definitions() {
    return definitions;
  }

  /**
   * @throws SQLException if the database is lost or can't go on; nothing is committed
   */
  ExecutedBlock run() throws SQLException {
    findRecorded();
    findFresh();
    define();
    dialect.beginEffects(writer.connection());
    definitions.record(before.definitions(), height, writer.statements());
    if (rules.failure() == Rules.Failure.BLOCK) {
      Dialect.execute(writer.connection(), "SAVEPOINT " + BLOCK_START);
    }
    if (!callAll()) {
      dialect.rollbackTo(writer.connection(), BLOCK_START);
      effects = new Effects();
    }
    return record(effects.digest());
  }

  /**
   * Leaves the block out: no call has an effect, and the decision is hashed in the place of
   * effects.
   *
   * @param why for people
   * @throws SQLException if the database is lost or can't go on; nothing is committed
   */
  ExecutedBlock skip(SkipDecision decision, String why) throws SQLException {
    findRecorded();
    findFresh();
    for (FreshTransaction each : fresh.values()) {
      Arrays.fill(each.outcomes, Outcome.REFUSED);
      each.detail(why);
    }
    writer.recordSkip(decision);
    return record(Hashes.sha256(decision.statement().signedBytes()));
  }

  private ExecutedBlock record(byte[] digest) throws SQLException {
    List<TransactionResult> results = results();
    writer.recordTransactions(height, fresh.values());
    byte[] appHash = appHash(results, digest);
    writer.recordBlock(height, appHash);
    Set<Integer> again = new HashSet<>();
    for (int i = 0; i < transactions.size(); i++) {
      BlockTransaction each = transactions.get(i);
      if (!fresh.containsKey(i) && recorded.get(each.id()).is(each)) {
        again.add(i);
      }
    }
    return new ExecutedBlock(height, appHash, results, work.taken(), again, writes);
  }

  private void findRecorded() throws SQLException {
    for (int from = 0; from < transactions.size(); from += LOOKUP_IDS_MAX) {
      int to = Math.min(transactions.size(), from + LOOKUP_IDS_MAX);
      List<byte[]> ids =
          Dialect.padded(
              transactions.subList(from, to).stream().map(each -> each.id().bytes()).toList());
      writer
          .statements()
          .query(
              RecordedTransaction.query(ids.size()),
              ids,
              row ->
                  recorded.put(TransactionId.of(row.getBytes(1)), RecordedTransaction.read(row)));
    }
  }

  private void findFresh() {
    Set<TransactionId> seen = new HashSet<>(recorded.keySet());
    for (int i = 0; i < transactions.size(); i++) {
      if (seen.add(transactions.get(i).id())) {
        fresh.put(i, new FreshTransaction(i, transactions.get(i)));
      }
    }
  }

  /** Definitions hold for the whole block, and stay if its other effects are undone. */
  private void define() throws SQLException {
    for (FreshTransaction each : fresh.values()) {
      for (int i = 0; i < each.outcomes.length; i++) {
        if (each.calls().get(i).hasDefinition()) {
          each.outcomes[i] = define(each, each.calls().get(i));
        }
      }
    }
    Map<String, SortedSet<String>> tables = definitions.since(before.definitions());
    List<String> statements =
        Leftovers.removal(
            writer.connection(), dialect, before.definitions(), tables, rules.rowBytesMax());
    tables.forEach(
        (table, fields) -> statements.addAll(dialect.define(table, fields, rules.rowBytesMax())));
    if (!statements.isEmpty()) {
      definitionWait.make(writer, height, tables.keySet(), statements);
    }
    for (DefinedProcedure procedure :
        definitions.procedures().since(before.definitions().procedures())) {
      define(procedure);
    }
  }

  private Outcome define(FreshTransaction transaction, Call call) {
    try {
      work.take(transaction.place, Work.of(call, definitions));
      definitions = definitions.with(call.getDefinition());
      return Outcome.OK;
    } catch (IllegalArgumentException | CallFailed e) {
      transaction.detail(e.getMessage());
      return Outcome.REFUSED;
    }
  }

  /**
   * Makes a procedure, unless the database refuses what is written for it: then it isn't defined.
   */
  private void define(DefinedProcedure procedure) throws SQLException {
    boolean undoable = !dialect.traits().definitionsCommit();
    if (undoable) {
      Dialect.execute(writer.connection(), "SAVEPOINT " + DEFINITION_START);
    }
    try {
      for (String sql : dialect.define(procedure.definition(), procedure.parsed())) {
        Dialect.execute(writer.connection(), sql);
      }
    } catch (SQLException e) {
      if (!dialect.isRefusal(e)) {
        throw e;
      }
      if (undoable) {
        Dialect.execute(writer.connection(), "ROLLBACK TO SAVEPOINT " + DEFINITION_START);
      }
      definitions = definitions.with(definitions.procedures().without(procedure.name()));
      refuse(procedure.definition(), Dialect.reason(e));
    }
  }

  private void refuse(ProcedureDefinition procedure, String reason) {
    for (FreshTransaction each : fresh.values()) {
      for (int i = 0; i < each.outcomes.length; i++) {
        if (each.calls().get(i).getDefinition().getProcedure().equals(procedure)) {
          each.outcomes[i] = Outcome.REFUSED;
          each.detail(reason);
        }
      }
    }
  }

  /**
   * A call and where it stands.
   *
   * @param number of it in its transaction
   * @param inBlock its place among all calls of the block
   * @param refusal if it is too much work, or the block has too many calls
   */
  private record Placed(
      FreshTransaction transaction, int number, int inBlock, Optional<CallFailed> refusal) {
    Call call() {
      return transaction.calls().get(number);
    }

    void become(Outcome outcome, long value) {
      transaction.outcomes[number] = outcome;
      transaction.values[number] = value;
    }

    boolean isOfRecords() {
      return call().hasRecords() && refusal.isEmpty();
    }
  }

  /** Takes its work, or refuses it. */
  private Placed taken(Placed placed) {
    try {
      work.take(placed.transaction().place, Work.of(placed.call(), definitions));
      if (placed.inBlock() >= Versions.PLACES) {
        throw new CallFailed(
            Outcome.REFUSED, "a block has at most %d calls".formatted(Versions.PLACES));
      }
      return placed;
    } catch (CallFailed e) {
      return new Placed(placed.transaction(), placed.number(), placed.inBlock(), Optional.of(e));
    }
  }

  /**
   * Executes all calls but definitions.
   *
   * @return false if one has failed that undoes the block
   */
  private boolean callAll() throws SQLException {
    List<Placed> all = placed();
    BlockRecords records = new BlockRecords(writer, definitions, rules.rowBytesMax());
    procedureCalls = new ProcedureCalls(writer, definitions);
    int taken = 0;
    for (int at = 0; at < all.size(); at++) {
      if (at >= taken) {
        taken = take(records, all, at);
      }
      Placed next = all.get(at);
      Outcome outcome = call(records, next);
      if (outcome == Outcome.FAILED && rules.failure() == Rules.Failure.BLOCK) {
        undo(next);
        return false;
      }
    }
    effects.add(records.flush());
    return true;
  }

  private List<Placed> placed() {
    List<Placed> all = new ArrayList<>();
    int inBlock = 0;
    for (FreshTransaction each : fresh.values()) {
      for (int i = 0; i < each.calls().size(); i++) {
        if (!each.calls().get(i).hasDefinition()) {
          all.add(new Placed(each, i, inBlock, Optional.empty()));
        }
        inBlock++;
      }
    }
    return all;
  }

  /**
   * Takes the work of a call, and of all up to the next one that isn't of records, and loads their
   * records; returns that one's place. What a procedure adds to the work is known after it.
   */
  private int take(BlockRecords records, List<Placed> all, int from) throws SQLException {
    List<Placed> ofRecords = new ArrayList<>();
    int at = from;
    do {
      Placed taken = taken(all.get(at));
      all.set(at++, taken);
      if (taken.isOfRecords()) {
        ofRecords.add(taken);
      }
    } while (at < all.size()
        && all.get(at - 1).call().hasRecords()
        && all.get(at).call().hasRecords());
    if (!ofRecords.isEmpty()) {
      long[] bytes =
          records.load(ofRecords.stream().map(each -> each.call().getRecords()).toList());
      for (int i = 0; i < bytes.length; i++) {
        work.addBytes(ofRecords.get(i).transaction().place, bytes[i]);
      }
    }
    return at;
  }

  /** Returns the version that the call has given; 0 if it has only read. */
  private long apply(BlockRecords records, Placed placed, long version) throws CallFailed {
    RecordsCall call = placed.call().getRecords();
    records.apply(call, version);
    if (call.getWritesCount() == 0) {
      return 0;
    }
    writes++;
    return version;
  }

  /**
   * What was written before is in the database when it is called. Its hashes of rows are taken
   * before it could be undone.
   */
  private long procedure(BlockRecords records, Placed placed, long version)
      throws CallFailed, SQLException {
    effects.add(records.flush());
    byte[] before = effects.digest();
    long value =
        procedureCalls.call(
            placed.call().getProcedure(),
            version,
            effects,
            bytes -> work.addBytes(placed.transaction().place, bytes));
    writes += Arrays.equals(before, effects.digest()) ? 0 : 1;
    return value;
  }

  private Outcome call(BlockRecords records, Placed placed) throws SQLException {
    try {
      if (placed.refusal().isPresent()) {
        throw placed.refusal().get();
      }
      long version = Versions.at(height, placed.inBlock());
      long value = 0;
      switch (placed.call().getKindCase()) {
        case RECORDS -> value = apply(records, placed, version);
        case PROCEDURE -> value = procedure(records, placed, version);
        default -> throw new CallFailed(Outcome.REFUSED, "a call is of no known kind");
      }
      placed.become(Outcome.OK, value);
      return Outcome.OK;
    } catch (CallFailed e) {
      placed.become(e.outcome(), 0);
      placed.transaction().detail(e.getMessage());
      return e.outcome();
    }
  }

  /** All calls but definitions and the one that failed are without effect. */
  private void undo(Placed failed) {
    writes = 0;
    String why = failed.transaction().detail;
    placed().forEach(each -> each.become(Outcome.ROLLED_BACK, 0));
    failed.become(Outcome.FAILED, 0);
    for (FreshTransaction each : fresh.values()) {
      each.detail =
          each == failed.transaction() ? why : "another call of the block has failed: " + why;
    }
  }

  private List<TransactionResult> results() {
    List<TransactionResult> results = new ArrayList<>(transactions.size());
    for (int i = 0; i < transactions.size(); i++) {
      BlockTransaction each = transactions.get(i);
      if (fresh.containsKey(i)) {
        recorded.put(each.id(), new RecordedTransaction(each.body(), fresh.get(i).result(height)));
      }
      results.add(recorded.get(each.id()).resultOf(each));
    }
    return Collections.unmodifiableList(results);
  }

  /**
   * Previous hash, height, each transaction's id and outcomes with their values, and the digest of
   * all effects.
   */
  private byte[] appHash(List<TransactionResult> results, byte[] digest) {
    List<byte[]> outcomes = results.stream().map(TransactionResult::outcomeBytes).toList();
    int bytes = before.appHash().length + Long.BYTES + digest.length;
    for (int i = 0; i < results.size(); i++) {
      bytes += transactions.get(i).id().bytes().length + Integer.BYTES + outcomes.get(i).length;
    }
    ByteBuffer all = ByteBuffer.allocate(bytes).put(before.appHash()).putLong(height);
    for (int i = 0; i < results.size(); i++) {
      all.put(transactions.get(i).id().bytes()).putInt(outcomes.get(i).length).put(outcomes.get(i));
    }
    return Hashes.sha256(all.put(digest).array());
  }
}
