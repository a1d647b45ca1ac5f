package io.hybridycsb.veritas.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.LedgerBatch;
import io.hybridycsb.veritas.core.spi.LedgerStore;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.LedgerBlock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerTest {
  private static LedgerStore storeWithABlockOf(int format) {
    LedgerStore store = new InMemoryLedgerStore();
    ByteString header =
        BlockHeader.newBuilder().setFormat(format).setHeight(1).build().toByteString();
    byte[] block = LedgerBlock.newBuilder().setHeader(header).build().toByteArray();
    store.append(new LedgerBatch(1, List.of(block), List.of(), List.of()));
    return store;
  }

  @ParameterizedTest
  @ValueSource(ints = {LedgerBlocks.FORMAT_TIMESTAMPS, LedgerBlocks.FORMAT_PLACES})
  void aLedgerOfAKnownFormatIsOpened(int format) {
    assertThat(new Ledger(storeWithABlockOf(format)).head().height()).isEqualTo(1);
  }

  @Test
  void aLedgerOfANewerReleaseIsRefused() {
    LedgerStore store = storeWithABlockOf(4);
    assertThatThrownBy(() -> new Ledger(store))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            store.describe()
                + " was written by a newer release: its block 1 has format 4, and this release"
                + " knows 3");
  }

  @Test
  void aLedgerWhoseBlocksAndVotesWereSignedApartIsRefused() {
    LedgerStore store = storeWithABlockOf(LedgerBlocks.FORMAT_SIGNED_APART);
    assertThatThrownBy(() -> new Ledger(store))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("was written by an older release")
        .hasMessageContaining("make the cluster again");
  }
}
