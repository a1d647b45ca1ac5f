// Compiles the contracts into the resource that chains begin with. Run by
// `npm ci && npm run compile` in this directory, or by Maven's profile `contract`.
const crypto = require('crypto');
const fs = require('fs');
const path = require('path');
const solc = require('solc');

const EVM_VERSION = 'berlin';
const main = path.join(__dirname, '..', 'src', 'main');
const source = fs.readFileSync(path.join(main, 'solidity', 'KVStore.sol'), 'utf8');
const target = path.join(main, 'resources', 'io', 'hybridycsb', 'ethereum', 'contract', 'KVStore.json');

const output = JSON.parse(solc.compile(JSON.stringify({
  language: 'Solidity',
  sources: { 'KVStore.sol': { content: source } },
  settings: {
    evmVersion: EVM_VERSION,
    optimizer: { enabled: true, runs: 1000 },
    // Without the hash of the sources' metadata: the same code from the same source, anywhere.
    metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
  },
})));
for (const problem of output.errors || []) {
  console.error(problem.formattedMessage);
}
if ((output.errors || []).length > 0) {
  process.exit(1);
}

const contracts = {};
for (const [name, contract] of Object.entries(output.contracts['KVStore.sol'])) {
  if (contract.evm.deployedBytecode.object !== '') {
    contracts[name] = { runtimeCode: '0x' + contract.evm.deployedBytecode.object };
  }
}
const artefact = {
  compiler: solc.version(),
  evmVersion: EVM_VERSION,
  sourceSha256: crypto.createHash('sha256').update(source).digest('hex'),
  contracts,
};
fs.writeFileSync(target, JSON.stringify(artefact, null, 1) + '\n');
console.log(`${path.relative(process.cwd(), target)} by solc ${solc.version()}`);
