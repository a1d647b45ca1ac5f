package io.hybridycsb.ycsb.workload.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.record.RecordName;
import io.hybridycsb.ycsb.record.Records;
import io.hybridycsb.ycsb.support.ProcedureCall;
import io.hybridycsb.ycsb.support.ProcedureResult;
import io.hybridycsb.ycsb.support.Procedures;
import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.support.Transactions;
import io.hybridycsb.ycsb.workload.MemoryBinding;
import io.hybridycsb.ycsb.workload.MemoryBinding.Behaviour;
import io.hybridycsb.ycsb.workload.transactions.Population.NewRecord;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Body;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Course;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Effect;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Effect.End;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/** A workload's transactions, once as reads and writes and once as calls of procedures. */
public final class BothWays {
  private static final long SEED = 20_160_901;

  private final Plan plan;
  private final RandomGenerator random = new SplittableRandom(SEED);

  /**
   * @param properties of the workload
   */
  public BothWays(TransactionalWorkload workload, Map<String, String> properties) {
    Properties all = new Properties();
    all.putAll(properties);
    plan = workload.plan(all);
  }

  /** The records that are there at first, the same in each run. */
  public List<NewRecord> population() {
    List<NewRecord> all = new ArrayList<>();
    for (int i = 0; i < plan.population().inserts(); i++) {
      all.addAll(plan.population().records(i, random));
    }
    return all;
  }

  /** What comes next, the same in each run. */
  public ProcedureCall nextCall() {
    return next().invocation().orElseThrow().call();
  }

  private Course next() {
    return plan.choose(random).chooser().apply(random);
  }

  /**
   * Runs transactions in memory, and the same on a database by procedures, each from the same rows:
   * they come to the same ends and to the same rows.
   *
   * @param database not begun yet, without these tables
   */
  public void compare(DB database, int transactions) throws DBException {
    MemoryBinding.reset(Behaviour.SERIALIZABLE);
    MemoryBinding memory = new MemoryBinding();
    memory.setProperties(new Properties());
    memory.init();
    Transactions bodies = Transactions.ofThread();
    database.init();
    Transactions others = Transactions.ofThread();
    for (NewRecord made : population()) {
      insert(memory, made);
      insert(database, made);
    }
    int refused = 0;
    for (int i = 0; i < transactions; i++) {
      refused += sameEnd(next(), bodies, others.procedures().orElseThrow()) ? 1 : 0;
    }

    assertThat(refused).isPositive();
    Map<RecordName, Map<String, String>> found = new HashMap<>();
    Map<RecordName, Map<String, String>> expected = MemoryBinding.texts();
    Transaction transaction = others.begin();
    for (RecordName name : expected.keySet()) {
      transaction
          .read(name.table(), name.key())
          .ifPresent(record -> found.put(name, MemoryBinding.texts(record.fields())));
    }
    assertThat(transaction.commit()).isEqualTo(Status.OK);
    assertThat(found).isEqualTo(expected);
    memory.cleanup();
    database.cleanup();
  }

  private static void insert(DB database, NewRecord made) {
    Map<String, ByteIterator> record = new HashMap<>();
    Records.copySelected(made.fields(), null, record);
    assertThat(database.insert(made.table(), made.key(), record)).isEqualTo(Status.OK);
  }

  /** What a transaction has done, its parts together. */
  private static final class Sum {
    private long change;
    private boolean refused;

    Status add(Transactions bodies, Body body) {
      Transaction transaction = bodies.begin();
      Effect effect = body.readAndWrite(transaction);
      change += effect.change();
      refused |= effect.refused();
      if (effect.end() == End.ROLLED_BACK) {
        transaction.abort();
        return Status.OK;
      }
      return transaction.commit();
    }
  }

  /** Returns whether it was refused. */
  private static boolean sameEnd(Course course, Transactions bodies, Procedures procedures) {
    Sum sum = new Sum();
    assertThat(course.run(body -> sum.add(bodies, body))).isEqualTo(Status.OK);
    ProcedureCall call = course.invocation().orElseThrow().call();
    ProcedureResult result = procedures.call(List.of(call)).get(0);
    assertThat(result)
        .as("%s%s", call.procedure().name(), call.arguments())
        .isEqualTo(
            sum.refused ? ProcedureResult.forbidden() : ProcedureResult.committed(sum.change));
    return sum.refused;
  }
}
