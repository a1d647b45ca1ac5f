package io.hybridycsb.ycsb.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.ycsb.workload.MemoryBinding;
import io.hybridycsb.ycsb.workload.MemoryBinding.Behaviour;
import io.hybridycsb.ycsb.workload.tpcc.schema.OrderLines;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** TPC-C's isolation tests pass where they have to, and fail where they have to. */
class IsolationTest {
  private static MemoryBinding binding() {
    MemoryBinding binding = new MemoryBinding();
    binding.setProperties(new Properties());
    return binding;
  }

  @ParameterizedTest
  @EnumSource
  void aSerializableSystemPasses(OrderLines layout) throws Exception {
    MemoryBinding.reset(Behaviour.SERIALIZABLE);
    try (Isolation isolation = new Isolation(layout, binding(), binding())) {
      isolation.check();
    }
  }

  @Test
  void aSystemThatLosesAnUpdateFails() throws Exception {
    MemoryBinding.reset(Behaviour.SERIALIZABLE);
    try (Isolation isolation = new Isolation(OrderLines.LISTS, binding(), binding())) {
      MemoryBinding.becomes(Behaviour.LOSES_UPDATES);
      assertThatThrownBy(isolation::check).isInstanceOf(AssertionError.class);
    }
  }
}
