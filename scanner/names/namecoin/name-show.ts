import { UpstreamFailed } from '@sonde/shared/errors.ts';
import { z } from 'zod';
import { fetchJson } from '../fetch-json.ts';
import type { NameNetwork } from '../name-system.ts';

const who = "Namecoin's node";
/** Bitcoin's codes of JSON-RPC: RPC_WALLET_ERROR, which `name_show` has for a name that there is not; and its newer words. */
const notFound = -4;
const answerSchema = z.object({
  result: z
    .object({
      name: z.string().max(600),
      value: z.string().max(4_096).optional(),
      height: z.int().optional(),
      expires_in: z.int().optional(),
      expired: z.boolean().optional(),
    })
    .nullish(),
  error: z.object({ code: z.int(), message: z.string() }).partial().nullish(),
});
const tipSchema = z.object({
  result: z.object({
    chain: z.string().max(20),
    blocks: z.int().min(0),
    mediantime: z.int().min(0).max(8.64e12),
    initialblockdownload: z.boolean().optional(),
  }),
});

export interface ShownName {
  readonly value: string;
  readonly height: number | null;
  /** Blocks until it must be renewed. */
  readonly expiresIn: number | null;
  readonly expired: boolean;
}

export interface NamecoinTip {
  readonly number: number;
  /** ISO 8601: the median of the last blocks' times. */
  readonly time: string;
}

/** A Namecoin node calls a node of Namecoin by JSON-RPC. Throws UpstreamFailed if it does not answer as one does. */
export class NamecoinNode {
  readonly #url: string;
  readonly #authorization: string | undefined;
  readonly #network: NameNetwork;

  /** `url`: with user and password in it, as nodes want them. */
  constructor(url: string, network: NameNetwork) {
    const { username, password } = new URL(url);
    const bare = new URL(url);
    bare.username = '';
    bare.password = '';
    this.#url = bare.href;
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.#authorization = username === '' ? undefined : `Basic ${Buffer.from(pair).toString('base64')}`;
    this.#network = network;
  }

  /** Asks for the block that its answers are as of; refuses a test network. */
  async tip(): Promise<NamecoinTip> {
    const { body } = await this.#request('getblockchaininfo', []);
    const read = tipSchema.safeParse(body);
    if (!read.success) throw this.#noAnswer();
    const { chain, blocks, mediantime } = read.data.result;
    if (chain !== 'main')
      throw new UpstreamFailed(`${who} serves the chain "${chain}" and not the main one.`);
    return { number: blocks, time: new Date(mediantime * 1_000).toISOString() };
  }

  /** Asks for the value of a name; undefined if there is no such name. */
  async show(name: string): Promise<ShownName | undefined> {
    const { status, body } = await this.#request('name_show', [name]);
    const read = answerSchema.safeParse(body);
    if (!read.success) throw this.#noAnswer();
    const { result, error } = read.data;
    if (error?.code === notFound || /not found|never existed/i.test(error?.message ?? '')) return undefined;
    if (error !== undefined && error !== null) {
      throw new UpstreamFailed(`${who} answered with error ${error.code ?? 'without a code'}.`);
    }
    if (status !== 200 || result === undefined || result === null || result.name !== name)
      throw this.#noAnswer();
    return {
      value: result.value ?? '',
      height: result.height ?? null,
      expiresIn: result.expires_in ?? null,
      expired: result.expired ?? (result.expires_in !== undefined && result.expires_in <= 0),
    };
  }

  #request(method: string, params: readonly unknown[]): Promise<{ status: number; body: unknown }> {
    const { fetch, signal } = this.#network;
    return fetchJson(fetch, {
      who,
      url: this.#url,
      post: { jsonrpc: '1.0', id: 1, method, params },
      signal,
      ...(this.#authorization === undefined ? {} : { authorization: this.#authorization }),
    });
  }

  #noAnswer(): UpstreamFailed {
    return new UpstreamFailed(`${who} answered with something that is no answer to the question.`);
  }
}
