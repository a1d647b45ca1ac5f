package io.hybridycsb.ycsb.support;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import site.ycsb.Status;

/** Writes each read of a newest version into a history. What is read of the past is none of it. */
record RecordedReads(ProvableReads reads, History history, HistoryLine line)
    implements ProvableReads {

  @Override
  public Answer get(String table, String key) {
    return recorded(table, key, () -> reads.get(table, key), Function.identity());
  }

  @Override
  public Proven verifiedGet(String table, String key) {
    return recorded(
        table, key, () -> reads.verifiedGet(table, key), proven -> proven.answers().get(0));
  }

  private <T> T recorded(String table, String key, Supplier<T> read, Function<T, Answer> answerOf) {
    long invokedNs = System.nanoTime();
    Status status = Status.ERROR;
    Map<String, byte[]> found = Map.of();
    try {
      T result = read.get();
      Optional<Map<String, byte[]>> fields = answerOf.apply(result).fields();
      found = fields.orElse(Map.of());
      status = fields.isPresent() ? Status.OK : Status.NOT_FOUND;
      return result;
    } catch (FailedOperation e) {
      status = e.status();
      throw e;
    } finally {
      history.record(
          line.begin(invokedNs, System.nanoTime(), "read", table, key, status)
              .asked(null)
              .fields(found)
              .end());
    }
  }

  @Override
  public Proven verifiedGetAt(Answer earlier) {
    return reads.verifiedGetAt(earlier);
  }

  @Override
  public Proven verify(List<Answer> answers) {
    return reads.verify(answers);
  }

  @Override
  public long verifyConsistency() {
    return reads.verifyConsistency();
  }
}
