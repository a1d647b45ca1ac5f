// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.26;

/// Records of shared tables. A key is the table's name, a zero byte, the record's key.
/// A value has at least one byte: none stands for a record that is absent.
/// Each write is an event, in the order of execution, from which the whole state can be derived.
abstract contract KVStore {
    event Written(bytes key, bytes value);

    /// A write of this call was left out, since it didn't find what it expected.
    event Stale(uint256 position, bytes key);

    error LengthsDiffer(uint256 keys, uint256 values, uint256 expected);

    /// The record at this position among those that were read is another one now.
    error Changed(uint256 position);

    function set(bytes calldata key, bytes calldata value) external {
        write(key, value);
    }

    function remove(bytes calldata key) external {
        write(key, msg.data[0:0]);
    }

    /// Writes many records in order; an empty value removes its record.
    /// expected: for each, the digest of the value that it replaces, or 0 to replace any. If
    /// another is there, this one write is left out.
    /// seen: unless it is 0, all that expect something also expect a chain whose block of that
    /// number has this hash.
    function setBatch(
        bytes[] calldata keys,
        bytes[] calldata values,
        bytes32[] calldata expected,
        uint256 number,
        bytes32 seen
    ) external {
        if (keys.length != values.length || keys.length != expected.length) {
            revert LengthsDiffer(keys.length, values.length, expected.length);
        }
        bool isSeen = seen == 0 || blockhash(number) == seen;
        for (uint256 i = 0; i < keys.length; i++) {
            bytes32 wanted = expected[i];
            if (wanted == 0 || (isSeen && wanted == digestOf(keccak256(keys[i])))) {
                write(keys[i], values[i]);
            } else {
                emit Stale(i, keys[i]);
            }
        }
    }

    /// A transaction: writes all of its records if those that it has read are as they were, and
    /// otherwise none.
    /// digests: for each record that was read, that of its value.
    function transact(
        bytes[] calldata read,
        bytes32[] calldata digests,
        bytes[] calldata keys,
        bytes[] calldata values
    ) external {
        if (read.length != digests.length || keys.length != values.length) {
            revert LengthsDiffer(keys.length, values.length, digests.length);
        }
        for (uint256 i = 0; i < read.length; i++) {
            if (digests[i] != digestOf(keccak256(read[i]))) revert Changed(i);
        }
        for (uint256 i = 0; i < keys.length; i++) {
            write(keys[i], values[i]);
        }
    }

    function write(bytes calldata key, bytes calldata value) private {
        store(keccak256(key), value);
        emit Written(key, value);
    }

    /// Tells values apart. That of an absent record is the hash of no bytes.
    function digestOf(bytes32 id) internal view virtual returns (bytes32);

    function store(bytes32 id, bytes calldata value) internal virtual;
}

/// Values in the contract's storage.
contract KVStoreStorage is KVStore {
    mapping(bytes32 => bytes) private values;

    function get(bytes calldata key) external view returns (bytes memory) {
        return values[keccak256(key)];
    }

    function digestOf(bytes32 id) internal view override returns (bytes32) {
        return keccak256(values[id]);
    }

    function store(bytes32 id, bytes calldata value) internal virtual override {
        values[id] = value;
    }
}

/// Each value is the code of a contract of its own, behind a byte that stops whoever runs it; the
/// storage holds that contract's address.
contract KVStoreCode is KVStore {
    mapping(bytes32 => address) private pointers;

    error NotCreated(uint256 bytesOfValue);

    function get(bytes calldata key) external view returns (bytes memory value) {
        address pointer = pointers[keccak256(key)];
        if (pointer == address(0)) return value;
        uint256 length = pointer.code.length - 1;
        value = new bytes(length);
        assembly {
            extcodecopy(pointer, add(value, 32), 1, length)
        }
    }

    /// The hash of the code, which is that of a zero byte and the value.
    function digestOf(bytes32 id) internal view override returns (bytes32) {
        address pointer = pointers[id];
        return pointer == address(0) ? keccak256("") : pointer.codehash;
    }

    function store(bytes32 id, bytes calldata value) internal virtual override {
        if (value.length == 0) {
            pointers[id] = address(0);
            return;
        }
        // PUSH3 length+1, DUP1, PUSH1 11, RETURNDATASIZE, CODECOPY, RETURNDATASIZE, RETURN: what
        // is created is all that follows these eleven bytes, a STOP and the value.
        bytes memory creation = abi.encodePacked(
            hex"62", uint24(value.length + 1), hex"80600b3d393df3", hex"00", value
        );
        address pointer;
        assembly {
            pointer := create(0, add(creation, 32), mload(creation))
        }
        if (pointer == address(0)) revert NotCreated(value.length);
        pointers[id] = pointer;
    }
}

/// Values in events only; the storage holds their hashes.
contract KVStoreLog is KVStore {
    mapping(bytes32 => bytes32) private digests;

    function digest(bytes calldata key) external view returns (bytes32) {
        return digests[keccak256(key)];
    }

    function digestOf(bytes32 id) internal view override returns (bytes32) {
        bytes32 stored = digests[id];
        return stored == 0 ? keccak256("") : stored;
    }

    function store(bytes32 id, bytes calldata value) internal override {
        digests[id] = value.length == 0 ? bytes32(0) : keccak256(value);
    }
}

/// Also counts its writes, for those who compare the number with what clients were told.
contract KVStoreStorageCounted is KVStoreStorage {
    uint256 public writes;

    function store(bytes32 id, bytes calldata value) internal override {
        super.store(id, value);
        writes++;
    }
}

/// Also counts its writes.
contract KVStoreCodeCounted is KVStoreCode {
    uint256 public writes;

    function store(bytes32 id, bytes calldata value) internal override {
        super.store(id, value);
        writes++;
    }
}
