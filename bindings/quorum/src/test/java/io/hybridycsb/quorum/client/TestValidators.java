package io.hybridycsb.quorum.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Header;
import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.chain.Rlp;
import io.hybridycsb.ethereum.rpc.BlockJson;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.verification.Hash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.web3j.crypto.Credentials;
import org.web3j.crypto.Sign;
import org.web3j.rlp.RlpEncoder;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpString;
import org.web3j.rlp.RlpType;

/** Four validators of QBFT, three of which seal each block. */
final class TestValidators {
  private static final int SEALS = 3;
  private static final int SIGNATURE_BYTES = 65;

  private static final List<Credentials> ALL =
      IntStream.rangeClosed(1, 4).mapToObj(i -> Credentials.create("%064x".formatted(i))).toList();

  private TestValidators() {}

  static List<Address> addresses() {
    return ALL.stream().map(each -> new Address(each.getAddress())).toList();
  }

  /** Seals a block of the first round, and gives it its hash. */
  static void seal(ObjectNode block, List<Address> named) {
    try {
      block.put("extraData", Hex.of(extra(named, List.of())));
      Hash hash = Header.read(BlockJson.header(block)).hash();
      List<RlpType> seals = ALL.stream().limit(SEALS).map(each -> signed(hash, each)).toList();
      block.put("extraData", Hex.of(extra(named, seals))).put("hash", Hex.of(hash));
    } catch (ProofException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Seals of keys that nobody knows, of the same block. */
  static void addStrangersSeals(ObjectNode block) {
    if (block.get("number").asText().equals("0x0")) {
      return;
    }
    try {
      List<RlpType> items = new ArrayList<>(Rlp.list(Hex.bytes(block.get("extraData")), "extra"));
      List<RlpType> seals = new ArrayList<>(((RlpList) items.get(4)).getValues());
      Hash hash = Hex.hash(block.get("hash"));
      for (int i = 11; i < 17; i++) {
        seals.add(signed(hash, Credentials.create("%064x".formatted(i))));
      }
      items.set(4, new RlpList(seals));
      block.put("extraData", Hex.of(RlpEncoder.encode(new RlpList(items))));
    } catch (ProofException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] extra(List<Address> named, List<RlpType> seals) {
    List<RlpType> validators =
        named.stream().<RlpType>map(each -> RlpString.create(each.bytes())).toList();
    return RlpEncoder.encode(
        new RlpList(
            RlpString.create(new byte[32]),
            new RlpList(validators),
            new RlpList(),
            RlpString.create(0),
            new RlpList(seals)));
  }

  private static RlpType signed(Hash hash, Credentials validator) {
    Sign.SignatureData data = Sign.signMessage(hash.bytes(), validator.getEcKeyPair(), false);
    byte[] seal = Arrays.copyOf(data.getR(), SIGNATURE_BYTES);
    System.arraycopy(data.getS(), 0, seal, 32, 32);
    seal[SIGNATURE_BYTES - 1] = (byte) (data.getV()[0] - 27);
    return RlpString.create(seal);
  }
}
