import { UpstreamFailed } from '@sonde/shared/errors.ts';
import { z } from 'zod';
import { fetchJson } from '../fetch-json.ts';
import type { NameNetwork } from '../name-system.ts';
import { AbiError } from './abi.ts';

const maxUrls = 4;
const who = 'The gateway that the contract names';
const answerSchema = z.object({ data: z.string().regex(/^0x(?:[0-9a-f]{2})*$/i) });

/** A contract gateway failure reports that a gateway of a contract answered, but not with data. */
export class ContractGatewayFailed extends UpstreamFailed {
  readonly status: number;

  constructor(status: number) {
    super(`${who} answered with status ${status} and no data.`);
    this.status = status;
  }
}

export interface GatewayRequest {
  readonly sender: string;
  readonly urls: readonly string[];
  readonly data: Uint8Array;
}

/** Asks the URLs in turn until one answers (ERC-3668); a status of 4xx ends it. Throws UpstreamFailed. */
export async function askContractGateways(
  { sender, urls, data }: GatewayRequest,
  { fetch, signal }: NameNetwork,
): Promise<Uint8Array> {
  if (urls.length === 0) throw new AbiError('The contract names no gateway.');
  const question = `0x${Buffer.from(data).toString('hex')}`;
  let failure = new UpstreamFailed(`${who} is none that is reached over HTTP.`);
  for (const template of urls.slice(0, maxUrls)) {
    if (!/^https?:\/\//i.test(template)) continue;
    const url = template.replaceAll('{sender}', sender).replaceAll('{data}', question);
    const post = template.includes('{data}') ? undefined : { data: question, sender };
    try {
      const { status, body } = await fetchJson(fetch, { who, url, signal, ...(post && { post }) });
      const answer = answerSchema.safeParse(body);
      if (status === 200 && answer.success) return Buffer.from(answer.data.data.slice(2), 'hex');
      failure = new ContractGatewayFailed(status);
      if (status >= 400 && status < 500) break;
    } catch (error) {
      if (!(error instanceof UpstreamFailed)) throw error;
      failure = error;
    }
  }
  throw failure;
}
