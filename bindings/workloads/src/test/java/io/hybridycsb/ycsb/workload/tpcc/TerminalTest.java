package io.hybridycsb.ycsb.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.workload.tpcc.NewOrder.Wanted;
import io.hybridycsb.ycsb.workload.tpcc.schema.OrderLines;
import io.hybridycsb.ycsb.workload.tpcc.schema.Scale;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TerminalTest {
  private static final int CHOICES = 20_000;
  private static final Scale SCALE = new Scale(3, 1000, 100);

  private final SplittableRandom random = new SplittableRandom(5);
  private final Terminal terminal = new Terminal(SCALE, OrderLines.LISTS);

  private List<NewOrder> orders() {
    return Stream.generate(() -> terminal.newOrder(random)).limit(CHOICES).toList();
  }

  @Test
  void anOrderHasFiveToFifteenLinesOfItems() {
    assertThat(orders())
        .allSatisfy(order -> assertThat(order.lines()).hasSizeBetween(5, 15))
        .anySatisfy(order -> assertThat(order.lines()).hasSize(5))
        .anySatisfy(order -> assertThat(order.lines()).hasSize(15));
  }

  @Test
  void oneOrderInAHundredEndsWithAnItemThatDoesNotExist() {
    int ended = 0;
    for (NewOrder order : orders()) {
      List<Wanted> unused =
          order.lines().stream().filter(line -> line.item() > SCALE.items()).toList();
      ended += unused.size();
      assertThat(unused).isSubsetOf(order.lines().get(order.lines().size() - 1));
    }
    assertThat(ended).isBetween(130, 270);
  }

  @Test
  void oneLineInAHundredIsOfAnotherWarehouse() {
    int lines = 0;
    int remote = 0;
    for (NewOrder order : orders()) {
      lines += order.lines().size();
      remote +=
          (int)
              order.lines().stream()
                  .filter(line -> line.supplyWarehouse() != order.warehouse())
                  .count();
    }
    assertThat(100.0 * remote / lines).isBetween(0.85, 1.15);
  }

  @Test
  void fifteenPaymentsInAHundredAreOfCustomersElsewhereAndSixtyByName() {
    int remote = 0;
    int byName = 0;
    for (int i = 0; i < CHOICES; i++) {
      Payment payment = terminal.payment(random);
      remote += payment.customer().warehouse() == payment.warehouse() ? 0 : 1;
      byName += payment.customer().lastName().isEmpty() ? 0 : 1;
      assertThat(payment.amountCents()).isBetween(100L, 500_000L);
    }
    assertThat(100.0 * remote / CHOICES).isBetween(13.5, 16.5);
    assertThat(100.0 * byName / CHOICES).isBetween(58.0, 62.0);
  }

  @Test
  void withOneWarehouseNothingIsRemote() {
    Terminal only = new Terminal(new Scale(1, 1000, 100), OrderLines.LISTS);
    List<Integer> warehouses = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      only.newOrder(random).lines().forEach(line -> warehouses.add(line.supplyWarehouse()));
      warehouses.add(only.payment(random).customer().warehouse());
    }
    assertThat(warehouses).containsOnly(1);
  }
}
