package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.node.skip.SkipDecision;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Definition;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.ProcedureDefinition;
import io.hybridycsb.relational.proto.RecordsCall;
import io.hybridycsb.veritas.crypto.Hashes;
import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
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

  /** Those whose ids come for the first time, by their place. */
  private final Map<Integer, Outcome[]> fresh = new LinkedHashMap<>();

  /** What their procedures have returned, and their writes of records made, by their place. */
  private final Map<Integer, Long[]> values = new HashMap<>();

  private final Map<Integer, String> details = new HashMap<>();
  private final Work work = new Work();
  private Definitions definitions;
  private ProcedureCalls procedureCalls;
  private Effects effects = new Effects();

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
    fresh.forEach(
        (place, outcomes) -> {
          Arrays.fill(outcomes, Outcome.REFUSED);
          detail(place, why);
        });
    SkipRecords.add(decision, writer.statements());
    return record(Hashes.sha256(decision.statement().signedBytes()));
  }

  private ExecutedBlock record(byte[] digest) throws SQLException {
    List<TransactionResult> results = results();
    recordFresh(results);
    byte[] appHash = appHash(results, digest);
    writer.recordBlock(height, appHash);
    Set<Integer> again = new HashSet<>();
    for (int i = 0; i < transactions.size(); i++) {
      BlockTransaction each = transactions.get(i);
      if (!fresh.containsKey(i) && recorded.get(each.id()).is(each)) {
        again.add(i);
      }
    }
    return new ExecutedBlock(height, appHash, results, work.taken(), again);
  }

  private void findRecorded() throws SQLException {
    for (int from = 0; from < transactions.size(); from += LOOKUP_IDS_MAX) {
      int to = Math.min(transactions.size(), from + LOOKUP_IDS_MAX);
      List<byte[]> ids =
          Dialect.padded(
              transactions.subList(from, to).stream().map(each -> each.id().bytes()).toList());
      try (ResultSet rows =
          writer.statements().with(Dialect.transactions(ids.size()), ids).executeQuery()) {
        while (rows.next()) {
          recorded.put(TransactionId.of(rows.getBytes(1)), Dialect.transaction(rows));
        }
      }
    }
  }

  private void findFresh() {
    Set<TransactionId> seen = new HashSet<>(recorded.keySet());
    for (int i = 0; i < transactions.size(); i++) {
      if (seen.add(transactions.get(i).id())) {
        int calls = transactions.get(i).calls().size();
        fresh.put(i, new Outcome[calls]);
        values.put(i, Collections.nCopies(calls, 0L).toArray(Long[]::new));
      }
    }
  }

  /** Definitions hold for the whole block, and stay if its other effects are undone. */
  private void define() throws SQLException {
    fresh.forEach(
        (place, outcomes) -> {
          List<Call> calls = transactions.get(place).calls();
          for (int i = 0; i < outcomes.length; i++) {
            if (calls.get(i).hasDefinition()) {
              outcomes[i] = define(place, calls.get(i));
            }
          }
        });
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

  private Outcome define(int place, Call call) {
    Definition definition = call.getDefinition();
    try {
      work.take(place, Work.of(call, definitions));
      definitions = definitions.with(definition);
      return Outcome.OK;
    } catch (IllegalArgumentException | CallFailed e) {
      detail(place, e.getMessage());
      return Outcome.REFUSED;
    }
  }

  /**
   * Makes a procedure, unless the database refuses what is written for it: then it isn't defined.
   */
  private void define(DefinedProcedure procedure) throws SQLException {
    boolean undoable = !dialect.definitionsCommit();
    if (undoable) {
      Dialect.execute(writer.connection(), "SAVEPOINT " + DEFINITION_START);
    }
    try {
      for (String sql : dialect.define(procedure)) {
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
      refuse(procedure.definition(), Failures.reason(e));
    }
  }

  private void refuse(ProcedureDefinition procedure, String reason) {
    fresh.forEach(
        (place, outcomes) -> {
          List<Call> calls = transactions.get(place).calls();
          for (int i = 0; i < outcomes.length; i++) {
            if (calls.get(i).getDefinition().getProcedure().equals(procedure)) {
              outcomes[i] = Outcome.REFUSED;
              detail(place, reason);
            }
          }
        });
  }

  private void detail(int place, String detail) {
    details.putIfAbsent(place, detail);
  }

  /**
   * A call and where it stands.
   *
   * @param place of its transaction
   * @param number of it in its transaction
   * @param inBlock its place among all calls of the block
   * @param refusal if it is too much work, or the block has too many calls
   */
  private record Placed(
      int place, int number, int inBlock, Call call, Optional<CallFailed> refusal) {
    boolean isOfRecords() {
      return call.hasRecords() && refusal.isEmpty();
    }
  }

  /** Takes its work, or refuses it. */
  private Placed taken(Placed placed) {
    try {
      work.take(placed.place(), Work.of(placed.call(), definitions));
      if (placed.inBlock() >= Versions.PLACES) {
        throw new CallFailed(
            Outcome.REFUSED, "a block has at most %d calls".formatted(Versions.PLACES));
      }
      return placed;
    } catch (CallFailed e) {
      return new Placed(
          placed.place(), placed.number(), placed.inBlock(), placed.call(), Optional.of(e));
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
      fresh.get(next.place())[next.number()] = outcome;
      if (outcome == Outcome.FAILED && rules.failure() == Rules.Failure.BLOCK) {
        undone(next.place(), next.number());
        return false;
      }
    }
    effects.add(records.flush());
    return true;
  }

  private List<Placed> placed() {
    List<Placed> all = new ArrayList<>();
    int inBlock = 0;
    for (int place : fresh.keySet()) {
      List<Call> calls = transactions.get(place).calls();
      for (int i = 0; i < calls.size(); i++) {
        if (!calls.get(i).hasDefinition()) {
          all.add(new Placed(place, i, inBlock, calls.get(i), Optional.empty()));
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
        work.addBytes(ofRecords.get(i).place(), bytes[i]);
      }
    }
    return at;
  }

  /** Returns the version that the call has given; 0 if it has only read. */
  private static long apply(BlockRecords records, Placed placed, long version) throws CallFailed {
    RecordsCall call = placed.call().getRecords();
    records.apply(call, version);
    return call.getWritesCount() == 0 ? 0 : version;
  }

  /**
   * What was written before is in the database when it is called. Its hashes of rows are taken
   * before it could be undone.
   */
  private long procedure(BlockRecords records, Placed placed, long version)
      throws CallFailed, SQLException {
    effects.add(records.flush());
    return procedureCalls.call(
        placed.call().getProcedure(),
        version,
        effects,
        bytes -> work.addBytes(placed.place(), bytes));
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
      values.get(placed.place())[placed.number()] = value;
      return Outcome.OK;
    } catch (CallFailed e) {
      detail(placed.place(), e.getMessage());
      return e.outcome();
    }
  }

  /** All calls but definitions and the one that failed are without effect. */
  private void undone(int failedPlace, int failedCall) {
    String why = details.get(failedPlace);
    details.clear();
    fresh.forEach(
        (place, outcomes) -> {
          List<Call> calls = transactions.get(place).calls();
          for (int i = 0; i < outcomes.length; i++) {
            boolean failed = place == failedPlace && i == failedCall;
            if (!calls.get(i).hasDefinition()) {
              outcomes[i] = failed ? Outcome.FAILED : Outcome.ROLLED_BACK;
              values.get(place)[i] = 0L;
            }
          }
          detail(
              place, place == failedPlace ? why : "another call of the block has failed: " + why);
        });
  }

  private List<TransactionResult> results() {
    List<TransactionResult> results = new ArrayList<>(transactions.size());
    for (int i = 0; i < transactions.size(); i++) {
      BlockTransaction each = transactions.get(i);
      if (fresh.containsKey(i)) {
        TransactionResult result =
            new TransactionResult(
                height, List.of(fresh.get(i)), List.of(values.get(i)), details.getOrDefault(i, ""));
        recorded.put(each.id(), new RecordedTransaction(each.body(), result));
      }
      results.add(recorded.get(each.id()).resultOf(each));
    }
    return Collections.unmodifiableList(results);
  }

  private void recordFresh(List<TransactionResult> results) throws SQLException {
    try (PreparedStatement insert =
        writer
            .connection()
            .prepareStatement(
                "INSERT INTO "
                    + Dialect.TRANSACTIONS
                    + " (id, body, height, outcomes, detail) VALUES (?, ?, ?, ?, ?)")) {
      for (int place : fresh.keySet()) {
        insert.setBytes(1, transactions.get(place).id().bytes());
        insert.setBytes(2, transactions.get(place).body().bytes());
        insert.setLong(3, height);
        insert.setBytes(4, results.get(place).outcomeBytes());
        insert.setString(5, results.get(place).detail());
        insert.addBatch();
      }
      insert.executeBatch();
    }
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
