import { UpstreamFailed } from '@sonde/shared/errors.ts';
import { z } from 'zod';
import type { Fetch } from '../../ports/fetch.ts';
import { fetchJson } from '../fetch-json.ts';
import { AbiError, AbiReader, dynamic, encode } from './abi.ts';
import type { Block, CallResult, ChainGateway } from './chain-gateway.ts';
import { selector } from './namehash.ts';

const maxRounds = 4;
const maxUrls = 4;
const who = 'The gateway that the contract names';
const offchainLookup = Buffer.from(selector('OffchainLookup(address,string[],bytes,bytes4,bytes)'));
const answerSchema = z.object({ data: z.string().regex(/^0x(?:[0-9a-f]{2})*$/i) });

interface Parts {
  readonly gateway: ChainGateway;
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
  readonly block: Block;
}

/**
 * Calls a contract, and follows it to the gateways that it names (ERC-3668), four times at most. They come from strangers:
 * the sender must be the contract that was called. Throws UpstreamFailed if none of them answers.
 */
export async function callWithLookups(to: string, data: Uint8Array, parts: Parts): Promise<CallResult> {
  let result = await parts.gateway.call(to, data, parts.block);
  for (let round = 0; round < maxRounds; round++) {
    if (!('reverted' in result) || !offchainLookup.equals(result.reverted.subarray(0, 4))) return result;
    const lookup = new AbiReader(result.reverted.subarray(4));
    const sender = `0x${Buffer.from(lookup.address(0)).toString('hex')}`;
    if (sender !== to.toLowerCase()) {
      throw new UpstreamFailed('The contract asks for a lookup in the name of another contract.');
    }
    const question = `0x${Buffer.from(lookup.bytes(2)).toString('hex')}`;
    const response = await ask(lookup.strings(1), sender, question, parts);
    const callback = lookup.word(3).subarray(0, 4);
    const callData = Buffer.concat([callback, encode([dynamic(response), dynamic(lookup.bytes(4))])]);
    result = await parts.gateway.call(to, callData, parts.block);
  }
  if ('reverted' in result && offchainLookup.equals(result.reverted.subarray(0, 4))) {
    throw new UpstreamFailed(`The contract asks for more than ${maxRounds} lookups.`);
  }
  return result;
}

/** The URLs in turn, until one answers; a status of 4xx ends it. */
async function ask(
  urls: readonly string[],
  sender: string,
  data: string,
  { fetch, signal }: Parts,
): Promise<Uint8Array> {
  if (urls.length === 0) throw new AbiError('The contract names no gateway.');
  let failure = new UpstreamFailed(`${who} is none that is reached over HTTP.`);
  for (const template of urls.slice(0, maxUrls)) {
    if (!/^https?:\/\//i.test(template)) continue;
    const url = template.replaceAll('{sender}', sender).replaceAll('{data}', data);
    const post = template.includes('{data}') ? undefined : { data, sender };
    try {
      const { status, body } = await fetchJson(fetch, { who, url, signal, ...(post && { post }) });
      const answer = answerSchema.safeParse(body);
      if (status === 200 && answer.success) return Buffer.from(answer.data.data.slice(2), 'hex');
      failure = new UpstreamFailed(`${who} answered with status ${status} and no data.`);
      if (status >= 400 && status < 500) break;
    } catch (error) {
      if (!(error instanceof UpstreamFailed)) throw error;
      failure = error;
    }
  }
  throw failure;
}
