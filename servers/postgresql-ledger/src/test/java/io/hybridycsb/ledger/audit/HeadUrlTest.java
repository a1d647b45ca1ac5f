package io.hybridycsb.ledger.audit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.ledger.database.Head;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class HeadUrlTest {

  @Test
  void anErrorNamesTheAddressWithoutItsSecrets() {
    for (String url :
        new String[] {"http://me:secret@127.0.0.1:1/a?token=secret", "http://me:secret@/a b"}) {
      assertThatThrownBy(() -> HeadStore.of(url).add(Head.NONE))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("the head 0:0000")
          .hasMessageContaining("is not kept at http://")
          .extracting(Throwable::getMessage, org.assertj.core.api.InstanceOfAssertFactories.STRING)
          .doesNotContain("secret")
          .hasLineCount(1);
    }
  }
}
