package statebbolt

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"github.com/hyperledger/fabric/core/ledger/internal/version"
	"github.com/hyperledger/fabric/core/ledger/kvledger/txmgmt/statedb"
	"go.etcd.io/bbolt"
)

// Between a namespace and its key is a zero byte, which no namespace has, so that all keys of a
// namespace follow each other.
const separator = 0

// keyBytesMax leaves room for the longest namespace within bbolt's longest key.
const keyBytesMax = bbolt.MaxKeySize - 1024

func encodeKey(namespace, key string) []byte {
	encoded := make([]byte, 0, len(namespace)+1+len(key))
	encoded = append(encoded, namespace...)
	encoded = append(encoded, separator)
	return append(encoded, key...)
}

// namespaceEnd is above all keys of a namespace, and not above those of others.
func namespaceEnd(namespace string) []byte {
	return append([]byte(namespace), separator+1)
}

func decodeKey(encoded []byte) (*statedb.CompositeKey, error) {
	namespace, key, found := bytes.Cut(encoded, []byte{separator})
	if !found {
		return nil, fmt.Errorf("the state has a key without a namespace: %x", encoded)
	}
	return &statedb.CompositeKey{Namespace: string(namespace), Key: string(key)}, nil
}

// encodeValue puts the version first, then the metadata with its length, then the value.
func encodeValue(value *statedb.VersionedValue) []byte {
	encoded := value.Version.ToBytes()
	encoded = binary.AppendUvarint(encoded, uint64(len(value.Metadata)))
	encoded = append(encoded, value.Metadata...)
	return append(encoded, value.Value...)
}

// decodeValue copies what it returns: bbolt's memory isn't to be used after its transaction.
func decodeValue(encoded []byte) (*statedb.VersionedValue, error) {
	height, n, err := version.NewHeightFromBytes(encoded)
	if err != nil {
		return nil, err
	}
	rest := encoded[n:]
	length, n := binary.Uvarint(rest)
	if n <= 0 || length > uint64(len(rest)-n) {
		return nil, fmt.Errorf("the state has a damaged value: %x", encoded)
	}
	rest = rest[n:]
	value := &statedb.VersionedValue{Version: height, Value: append([]byte{}, rest[length:]...)}
	if length > 0 {
		value.Metadata = bytes.Clone(rest[:length])
	}
	return value, nil
}
