package io.hybridycsb.ethereum.trie;

import io.hybridycsb.ethereum.chain.Hashes;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Builds a Merkle Patricia trie (Ethereum's yellow paper, appendix D), to count what it stores. A
 * node is stored under its hash if its encoding has 32 bytes or more, otherwise within the node
 * above. Nodes never change: a change makes new ones from the root down to it, as in a database
 * that keeps all versions.
 */
final class PatriciaTrie {
  private static final int HASH_BYTES = 32;
  private static final int CHILDREN = 16;
  private static final int LEAF = 2;
  private static final byte[] NOTHING = {};
  private static final Node[] NO_CHILDREN = {};

  private Node root;

  /** A node that is stored under its hash. */
  record Stored(byte[] hash, byte[] encoding) {
    int bytes() {
      return hash.length + encoding.length;
    }
  }

  /**
   * Sets a key's value.
   *
   * @param value not empty, since that would be no value
   */
  void put(byte[] key, byte[] value) {
    root = put(root, nibbles(key), 0, value.clone());
  }

  /** The hash of all keys and values. */
  byte[] root() {
    return Hashes.keccak(root == null ? string(NOTHING) : root.encoding());
  }

  /** All nodes that are stored now. */
  List<Stored> nodes() {
    List<Stored> nodes = new ArrayList<>();
    visit(root, true, false, nodes::add);
    return nodes;
  }

  /**
   * The stored nodes that were made since the last call; among them may be some that were before.
   */
  List<Stored> newNodes() {
    List<Stored> nodes = new ArrayList<>();
    visit(root, true, true, nodes::add);
    return nodes;
  }

  private static void visit(Node node, boolean isRoot, boolean onlyNew, Consumer<Stored> visitor) {
    if (node == null || (onlyNew && node.kept)) {
      return;
    }
    byte[] encoding = node.encoding();
    if (isRoot || encoding.length >= HASH_BYTES) {
      visitor.accept(new Stored(Hashes.keccak(encoding), encoding));
    }
    if (node.isBranch() && node.path.length > 0 && node.branch().length >= HASH_BYTES) {
      visitor.accept(new Stored(Hashes.keccak(node.branch()), node.branch()));
    }
    node.kept |= onlyNew;
    for (Node child : node.children) {
      visit(child, false, onlyNew, visitor);
    }
  }

  private static Node put(Node node, byte[] key, int from, byte[] value) {
    if (node == null) {
      return new Node(Arrays.copyOfRange(key, from, key.length), value, NO_CHILDREN);
    }
    int common = 0;
    while (common < node.path.length
        && from + common < key.length
        && node.path[common] == key[from + common]) {
      common++;
    }
    if (common < node.path.length) {
      return put(split(node, common), key, from, value);
    }
    int at = from + common;
    if (at == key.length) {
      return new Node(node.path, value, node.children);
    }
    Node[] children =
        node.isBranch() ? node.children.clone() : Arrays.copyOf(NO_CHILDREN, CHILDREN);
    children[key[at]] = put(children[key[at]], key, at + 1, value);
    return new Node(node.path, node.value, children);
  }

  /** The same as a branch below the first part of the node's path. */
  private static Node split(Node node, int length) {
    Node[] children = new Node[CHILDREN];
    byte[] rest = Arrays.copyOfRange(node.path, length + 1, node.path.length);
    children[node.path[length]] = new Node(rest, node.value, node.children);
    return new Node(Arrays.copyOf(node.path, length), NOTHING, children);
  }

  /** What lies behind a path: a value, or a branch, which may have one too. */
  private static final class Node {
    private final byte[] path;
    private final byte[] value;
    private final Node[] children;
    private byte[] encoding;
    private byte[] branch;
    private boolean kept;

    Node(byte[] path, byte[] value, Node[] children) {
      this.path = path;
      this.value = value;
      this.children = children;
    }

    boolean isBranch() {
      return children.length > 0;
    }

    byte[] encoding() {
      if (encoding == null) {
        encoding = isBranch() ? extended() : list(string(packed(path, true)), string(value));
      }
      return encoding;
    }

    /** The branch, behind an extension if it has a path. */
    private byte[] extended() {
      return path.length == 0 ? branch() : list(string(packed(path, false)), reference(branch()));
    }

    byte[] branch() {
      if (branch == null) {
        byte[][] items = new byte[CHILDREN + 1][];
        for (int i = 0; i < CHILDREN; i++) {
          items[i] = children[i] == null ? string(NOTHING) : reference(children[i].encoding());
        }
        items[CHILDREN] = string(value);
        branch = list(items);
      }
      return branch;
    }
  }

  private static byte[] reference(byte[] encoding) {
    return encoding.length < HASH_BYTES ? encoding : string(Hashes.keccak(encoding));
  }

  private static byte[] nibbles(byte[] bytes) {
    byte[] nibbles = new byte[2 * bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      nibbles[2 * i] = (byte) (bytes[i] >> 4 & 0xf);
      nibbles[2 * i + 1] = (byte) (bytes[i] & 0xf);
    }
    return nibbles;
  }

  /** The path in bytes, behind a nibble that tells whether it ends at a leaf and is odd. */
  private static byte[] packed(byte[] path, boolean leaf) {
    boolean odd = path.length % 2 == 1;
    byte[] packed = new byte[path.length / 2 + 1];
    packed[0] = (byte) ((leaf ? LEAF : 0) << 4);
    if (odd) {
      packed[0] |= (byte) (1 << 4 | path[0]);
    }
    for (int i = odd ? 1 : 0, at = 1; i < path.length; i += 2, at++) {
      packed[at] = (byte) (path[i] << 4 | path[i + 1]);
    }
    return packed;
  }

  private static byte[] string(byte[] bytes) {
    return bytes.length == 1 && bytes[0] >= 0 ? bytes : joined(header(0x80, bytes.length), bytes);
  }

  private static byte[] list(byte[]... items) {
    byte[] all = joined(items);
    return joined(header(0xc0, all.length), all);
  }

  private static byte[] header(int offset, int length) {
    if (length <= 55) {
      return new byte[] {(byte) (offset + length)};
    }
    ByteArrayOutputStream header = new ByteArrayOutputStream();
    int lengthBytes = (32 - Integer.numberOfLeadingZeros(length) + 7) / 8;
    header.write(offset + 55 + lengthBytes);
    for (int i = lengthBytes - 1; i >= 0; i--) {
      header.write(length >>> 8 * i);
    }
    return header.toByteArray();
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      joined.writeBytes(part);
    }
    return joined.toByteArray();
  }
}
