package io.hybridycsb.quorum.raft;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class RollingCrcTest {
  @Property
  void fromTheBeginningItIsTheJdksCrc32c(@ForAll byte[] data) {
    CRC32C expected = new CRC32C();
    expected.update(data);

    assertThat(RollingCrc.after(0, ByteBuffer.wrap(data))).isEqualTo((int) expected.getValue());
  }

  @Property
  void itGoesOnFromAnyValueOverDataInAnyPieces(
      @ForAll int before, @ForAll byte[] one, @ForAll byte[] two) {
    ByteBuffer both = ByteBuffer.allocate(one.length + two.length).put(one).put(two).flip();

    int afterOne = RollingCrc.after(before, ByteBuffer.wrap(one));
    assertThat(RollingCrc.after(afterOne, ByteBuffer.wrap(two)))
        .isEqualTo(RollingCrc.after(before, both));
  }

  @Property
  void otherDataOrAnotherBeginningHasAnotherCrc(
      @ForAll int before, @ForAll byte[] data, @ForAll byte last) {
    ByteBuffer longer = ByteBuffer.allocate(data.length + 1).put(data).put(last).flip();
    int crc = RollingCrc.after(before, longer);

    longer.put(data.length, (byte) (last ^ 1));
    assertThat(RollingCrc.after(before, longer)).isNotEqualTo(crc);
    longer.put(data.length, last);
    assertThat(RollingCrc.after(before ^ 1, longer)).isNotEqualTo(crc);
  }
}
