package io.hybridycsb.ycsb.bigchaindb;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.bigchaindb.Answer.Verdict;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The messages are those that BigchainDB 2.2.2 over Tendermint 0.31.5 gives. */
class AnswerTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400|Invalid transaction (DuplicateTransaction): transaction `2d9c` already exists"
            + "|COMMITTED_BEFORE",
        "400|Invalid transaction (DoubleSpend): input `2d9c` was already spent|DOUBLE_SPEND",
        "400|Invalid transaction (InputDoesNotExist): input `abab` doesn't exist|MISSING_INPUT",
        "400|Invalid transaction (InvalidHash): No transaction id found!|WRONG",
        "400|Internal error - Error on broadcastTxCommit: Tx already exists in cache|UNDER_WAY",
        "500|Transaction validation failed|OVERTAKEN",
        "500|Internal error - Mempool is full: number of txs 5000 (max: 5000)|FULL",
        "500|Internal error - mempool is full: number of txs 5000 (max: 5000)|FULL",
        "500|Invalid Request - Error reading request body: http: request body too large|WRONG",
        "500|Internal error - Timed out waiting for tx to be included in a block|LATE",
        "500|Internal Server Error|BROKEN",
      })
  void everyAnswerToATransactionHasItsMeaning(int status, String message, Verdict verdict) {
    Answer answer =
        new Answer(status, "{\"message\":\"" + message + "\",\"status\":" + status + "}");

    assertThat(answer.verdict()).isEqualTo(verdict);
    assertThat(answer.reason()).isEqualTo("HTTP " + status + ", " + message);
  }

  @ParameterizedTest
  @CsvSource({"502, BROKEN", "202, ACCEPTED"})
  void anAnswerThatIsNoJsonIsJudgedByItsStatus(int status, Verdict verdict) {
    assertThat(new Answer(status, "<html>\n no </html>").verdict()).isEqualTo(verdict);
  }
}
