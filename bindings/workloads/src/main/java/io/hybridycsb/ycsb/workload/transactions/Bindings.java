package io.hybridycsb.ycsb.workload.transactions;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import java.util.Properties;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/** Bindings for a workload's own threads, made as YCSB makes them for its threads. */
public final class Bindings {
  private Bindings() {}

  /**
   * Begins a binding, which is this thread's from then on.
   *
   * @param properties YCSB's, which name its class
   * @throws FailedOperation if it can't begin
   */
  public static DB begin(Properties properties) {
    try {
      DB binding =
          (DB) Class.forName(properties.getProperty("db")).getDeclaredConstructor().newInstance();
      binding.setProperties(properties);
      binding.init();
      return binding;
    } catch (ReflectiveOperationException | DBException e) {
      throw new FailedOperation(Status.ERROR, e.getMessage());
    }
  }
}
