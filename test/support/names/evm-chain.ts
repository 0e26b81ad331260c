import { createEVM, type EVM } from '@ethereumjs/evm';
import { createAddressFromString, hexToBytes } from '@ethereumjs/util';
import { keccak_256 as keccak } from '@noble/hashes/sha3.js';
import limitConcurrency from 'p-limit';
import { type Argument, encode, strings, word } from '../../../scanner/names/ethereum/abi.ts';
import { namehash, selector } from '../../../scanner/names/ethereum/namehash.ts';
import contracts from './contracts/contracts.json' with { type: 'json' };

type ContractName = keyof (typeof contracts)['creation'];

const owner = createAddressFromString('0x00000000000000000000000000000000000000aa');
const gasLimit = 100_000_000n;

/** What a call came to, as a node's `eth_call` has it. */
export interface EvmResult {
  readonly data: Uint8Array;
  readonly isRevert: boolean;
}

/** A chain of contracts whose bytecode is run. */
export class EvmChain {
  readonly #evm: EVM;
  /** It has one journal: calls side by side would undo each other's. */
  readonly #turn = limitConcurrency(1);

  private constructor(evm: EVM) {
    this.#evm = evm;
  }

  static async create(): Promise<EvmChain> {
    return new EvmChain(await createEVM());
  }

  /** Runs the contract's constructor; gives its address. */
  async deploy(name: ContractName, args: readonly Argument[] = []): Promise<string> {
    const code = Buffer.concat([bytesOf(contracts.creation[name]), encode(args)]);
    const { createdAddress, execResult } = await this.#run({
      data: code,
    });
    if (createdAddress === undefined || execResult.exceptionError !== undefined) {
      throw new Error(`${name} was not deployed: ${execResult.exceptionError?.error}`);
    }
    return createdAddress.toString();
  }

  /** Puts the code of a contract to an address that clients know. */
  async moveTo(address: string, from: string): Promise<void> {
    const code = await this.#evm.stateManager.getCode(createAddressFromString(from));
    await this.#evm.stateManager.putCode(createAddressFromString(address), code);
  }

  #run(call: Parameters<EVM['runCall']>[0]) {
    return this.#turn(() => this.#evm.runCall({ caller: owner, origin: owner, gasLimit, ...call }));
  }

  /** A transaction, which must not fail. */
  async send(to: string, signature: string, ...args: readonly Argument[]): Promise<void> {
    const data = Buffer.concat([selector(signature), encode(args)]);
    const { isRevert } = await this.call(to, data);
    if (isRevert) throw new Error(`${signature} failed.`);
  }

  async call(to: string, data: Uint8Array): Promise<EvmResult> {
    const { execResult } = await this.#run({
      to: createAddressFromString(to),
      data,
    });
    return { data: execResult.returnValue, isRevert: execResult.exceptionError !== undefined };
  }
}

/** The registry, a public resolver and the Universal Resolver on a chain, and names in them. */
export async function deployNames(chain: EvmChain, universalResolver: string) {
  const registry = await chain.deploy('Registry');
  await chain.moveTo(universalResolver, await chain.deploy('UniversalResolver', [word(bytesOf(registry))]));
  const resolver = await chain.deploy('PublicResolver');
  /** Gives a name to the owner, label by label, and a resolver to it. */
  const register = async (name: string, to = resolver) => {
    const labels = name.split('.').toReversed();
    for (const [depth, label] of labels.entries()) {
      const parent = labels.slice(0, depth).toReversed().join('.');
      await chain.send(
        registry,
        'setSubnodeOwner(bytes32,bytes32,address)',
        word(namehash(parent)),
        word(keccak(Buffer.from(label))),
        word(owner.bytes),
      );
    }
    await chain.send(registry, 'setResolver(bytes32,address)', word(namehash(name)), word(bytesOf(to)));
  };
  return { registry, resolver, register };
}

/** `string[]`, a word of octets and a number, as constructors take them. */
export function offchainArguments(urls: readonly string[], secret: Uint8Array, rounds: number): Argument[] {
  return [strings(urls), word(secret), word(rounds)];
}

export function bytesOf(hex: string): Uint8Array {
  return hexToBytes(hex as `0x${string}`);
}
