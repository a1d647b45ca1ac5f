package io.hybridycsb.ledger.audit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.ledger.database.Head;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeadUrlTest {

  @Test
  void anErrorNamesTheAddressWithoutItsSecrets() {
    assertThatThrownBy(() -> HeadStore.of("http://127.0.0.1:1/a?token=secret").add(Head.NONE))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("the head 0:0000")
        .hasMessageContaining("is not kept at http://127.0.0.1:1/a: ")
        .extracting(Throwable::getMessage, org.assertj.core.api.InstanceOfAssertFactories.STRING)
        .doesNotContain("secret")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http:127.0.0.1/secret",
        "HTTP://127.0.0.1/secret",
        "htps://127.0.0.1/secret",
        "http:///secret",
        "http://127.0.0.1/a secret",
        "http://me:secret@127.0.0.1/",
        "http://me:secret@/a b"
      })
  void whatLooksLikeAnAddressAndIsNoneOrHasAUserIsRefusedAndNotShown(String url) {
    assertThatThrownBy(() -> HeadStore.of(url))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("an address of --write-head is http://HOST[:PORT]/PATH")
        .extracting(Throwable::getMessage, org.assertj.core.api.InstanceOfAssertFactories.STRING)
        .doesNotContain("secret");
  }
}
