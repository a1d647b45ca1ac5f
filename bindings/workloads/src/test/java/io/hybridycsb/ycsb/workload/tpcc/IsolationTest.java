package io.hybridycsb.ycsb.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.ycsb.workload.MemoryBinding;
import io.hybridycsb.ycsb.workload.MemoryBinding.Behaviour;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** TPC-C's isolation tests pass where they have to, and fail where they have to. */
class IsolationTest {
  private static MemoryBinding binding() {
    MemoryBinding binding = new MemoryBinding();
    binding.setProperties(new Properties());
    return binding;
  }

  @Test
  void aSerializableSystemPasses() throws Exception {
    MemoryBinding.reset(Behaviour.SERIALIZABLE);
    try (Isolation isolation = new Isolation(binding(), binding())) {
      isolation.check();
    }
  }

  @Test
  void aSystemThatLosesAnUpdateFails() throws Exception {
    MemoryBinding.reset(Behaviour.SERIALIZABLE);
    try (Isolation isolation = new Isolation(binding(), binding())) {
      MemoryBinding.becomes(Behaviour.LOSES_UPDATES);
      assertThatThrownBy(isolation::check).isInstanceOf(AssertionError.class);
    }
  }
}
