import { UpstreamFailed } from '@sonde/shared/errors.ts';
import { z } from 'zod';
import type { Fetch } from '../../ports/fetch.ts';
import { fetchJson } from '../fetch-json.ts';

export const chains = { ethereum: 1, polygon: 137, base: 8453 } as const;
export type ChainName = keyof typeof chains;

/** A block is the block that an answer is as of. */
export interface Block {
  readonly number: number;
  /** ISO 8601. */
  readonly time: string;
  readonly hash: string | undefined;
}

/** A call result holds the octets that the contract returned, or the ones that it reverted with. */
export type CallResult = { readonly returned: Uint8Array } | { readonly reverted: Uint8Array };

/** A gateway place states the URL of a gateway and its position; the URL may have a key in it and is not told. */
export interface GatewayAt {
  readonly url: string;
  /** The number among the gateways of the chain, from 1 on; undefined if it is the only one. */
  readonly position: number | undefined;
}

const hexData = z.string().regex(/^0x(?:[0-9a-f]{2})*$/i);
const quantity = z.string().regex(/^0x[0-9a-f]{1,13}$/i);
const blockSchema = z.object({
  number: quantity,
  timestamp: quantity,
  hash: z
    .string()
    .regex(/^0x[0-9a-f]{64}$/i)
    .optional(),
});
const latestSeconds = 8.64e12;
const answerSchema = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.int(), message: z.string(), data: z.unknown() }).partial().nullish(),
});

/**
 * A chain gateway calls an Ethereum node by JSON-RPC. Throws UpstreamFailed if it does not answer as one of its chain
 * does.
 */
export class ChainGateway {
  readonly chain: ChainName;
  /** The name of the gateway in a sentence. */
  readonly title: string;
  readonly #fetch: Fetch;
  readonly #url: string;
  readonly #signal: AbortSignal;

  constructor(chain: ChainName, { url, position }: GatewayAt, fetch: Fetch, signal: AbortSignal) {
    this.chain = chain;
    this.title =
      position === undefined ? `The gateway of ${chain}` : `The gateway of ${chain} no. ${position}`;
    this.#url = url;
    this.#fetch = fetch;
    this.#signal = signal;
  }

  /** Verifies the chain's id and tells its latest block, which calls are then made at. */
  async latestBlock(): Promise<Block> {
    const id = Number(this.#read(quantity, (await this.#request('eth_chainId', [])).result));
    if (id !== chains[this.chain]) {
      throw new UpstreamFailed(`${this.title} serves chain ${id} and not ${chains[this.chain]}.`);
    }
    return this.#block('latest');
  }

  /** Fetches a block that the node must have. */
  blockAt(number: number): Promise<Block> {
    return this.#block(hexNumber(number));
  }

  async call(to: string, data: Uint8Array, block: Block): Promise<CallResult> {
    const call = { to, data: `0x${Buffer.from(data).toString('hex')}` };
    const answer = await this.#request('eth_call', [call, hexNumber(block.number)]);
    if (answer.error === undefined) return { returned: octets(this.#read(hexData, answer.result)) };
    const reverted = hexData.safeParse(answer.error);
    if (reverted.success) return { reverted: octets(reverted.data) };
    throw new UpstreamFailed(`${this.title} answered with an error.`);
  }

  async #block(which: string): Promise<Block> {
    const { result } = await this.#request('eth_getBlockByNumber', [which, false]);
    const { number, timestamp, hash } = this.#read(blockSchema, result);
    const seconds = Number(timestamp);
    if (seconds > latestSeconds) throw new UpstreamFailed(`${this.title} tells a time that there is not.`);
    if (which !== 'latest' && Number(number) !== Number(which)) {
      throw new UpstreamFailed(`${this.title} answered with another block than the one asked for.`);
    }
    return { number: Number(number), time: new Date(seconds * 1_000).toISOString(), hash };
  }

  /** `error`: the data of an error, which is present if the node refused. */
  async #request(method: string, params: readonly unknown[]): Promise<{ result: unknown; error?: unknown }> {
    const post = { jsonrpc: '2.0', id: 1, method, params };
    const { status, body } = await fetchJson(this.#fetch, {
      who: this.title,
      url: this.#url,
      post,
      signal: this.#signal,
    });
    const { result, error } = this.#read(answerSchema, body);
    if (error === null || error === undefined) {
      if (status !== 200) throw new UpstreamFailed(`${this.title} answered with status ${status}.`);
      return { result };
    }
    if (method !== 'eth_call') throw new UpstreamFailed(`${this.title} answered with an error.`);
    return { result: undefined, error: error.data ?? null };
  }

  #read<Value>(schema: z.ZodType<Value>, value: unknown): Value {
    const read = schema.safeParse(value);
    if (read.success) return read.data;
    throw new UpstreamFailed(`${this.title} answered with something that is no answer to the question.`);
  }
}

function hexNumber(number: number): string {
  return `0x${number.toString(16)}`;
}

function octets(hex: string): Uint8Array {
  return Buffer.from(hex.slice(2), 'hex');
}
