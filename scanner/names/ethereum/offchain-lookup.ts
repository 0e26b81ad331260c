import { UpstreamFailed } from '@sonde/shared/errors.ts';
import type { NameNetwork } from '../name-system.ts';
import { AbiReader, booleans, byteStrings, dynamic, encode } from './abi.ts';
import type { Block, CallResult, ChainGateway } from './chain-gateway.ts';
import { askContractGateways, ContractGatewayFailed } from './contract-gateways.ts';
import { selector } from './namehash.ts';

const maxRounds = 4;
/** Requests of one batch. */
const maxBatch = 16;
const batchGateway = 'x-batch-gateway:true';
const offchainLookup = Buffer.from(selector('OffchainLookup(address,string[],bytes,bytes4,bytes)'));
const batchQuery = Buffer.from(selector('query((address,string[],bytes)[])'));
const httpError = Buffer.from(selector('HttpError(uint16,string)'));

interface Parts extends NameNetwork {
  readonly gateway: ChainGateway;
  readonly block: Block;
}

/**
 * Calls a contract, and follows it to the gateways that it names (ERC-3668), four times at most. They come from strangers:
 * the sender must be the contract that was called. A batch of requests (ENSIP-21) is taken apart here. Throws UpstreamFailed
 * if none of the gateways answers.
 */
export async function callWithLookups(to: string, data: Uint8Array, parts: Parts): Promise<CallResult> {
  let result = await parts.gateway.call(to, data, parts.block);
  for (let round = 0; round < maxRounds; round++) {
    if (!isLookup(result)) return result;
    const lookup = new AbiReader(result.reverted.subarray(4));
    const sender = addressText(lookup.address(0));
    if (sender !== to.toLowerCase()) {
      throw new UpstreamFailed('The contract asks for a lookup in the name of another contract.');
    }
    const response = await respond({ sender, urls: lookup.strings(1), data: lookup.bytes(2) }, parts);
    const callback = lookup.word(3).subarray(0, 4);
    const callData = Buffer.concat([callback, encode([dynamic(response), dynamic(lookup.bytes(4))])]);
    result = await parts.gateway.call(to, callData, parts.block);
  }
  if (isLookup(result)) throw new UpstreamFailed(`The contract asks for more than ${maxRounds} lookups.`);
  return result;
}

interface LookupRequest {
  readonly sender: string;
  readonly urls: readonly string[];
  readonly data: Uint8Array;
}

async function respond(request: LookupRequest, parts: Parts): Promise<Uint8Array> {
  const { urls, data } = request;
  if (!urls.includes(batchGateway)) return askContractGateways(request, parts);
  if (!batchQuery.equals(data.subarray(0, 4))) {
    throw new UpstreamFailed('The contract asks for a batch that is none.');
  }
  const requests = new AbiReader(data.subarray(4)).tuples(0, maxBatch).map((one) => ({
    sender: addressText(one.address(0)),
    urls: one.strings(1),
    data: one.bytes(2),
  }));
  const answers = await Promise.all(
    requests.map(async (one) => {
      try {
        // A batch within a batch has no URL that is one of HTTP, and fails as such.
        return { failed: false, response: await askContractGateways(one, parts) };
      } catch (error) {
        if (!(error instanceof UpstreamFailed)) throw error;
        return { failed: true, response: failureOf(error) };
      }
    }),
  );
  return encode([
    booleans(answers.map(({ failed }) => failed)),
    byteStrings(answers.map(({ response }) => response)),
  ]);
}

/** As the contract is told of it: the error of ENSIP-21, which it may pass on. */
function failureOf(error: UpstreamFailed): Uint8Array {
  const status = error instanceof ContractGatewayFailed ? error.status : 500;
  return Buffer.concat([httpError, encode([{ word: numberWord(status) }, dynamic(error.message)])]);
}

/** Reads a gateway's failure that a contract passes on; undefined if it reverted for another reason. */
export function gatewayFailure(reverted: Uint8Array): string | undefined {
  if (!httpError.equals(reverted.subarray(0, 4))) return undefined;
  const text = Buffer.from(new AbiReader(reverted.subarray(4)).bytes(1)).toString();
  return text.slice(0, 300);
}

function isLookup(result: CallResult): result is { readonly reverted: Uint8Array } {
  return 'reverted' in result && offchainLookup.equals(result.reverted.subarray(0, 4));
}

function addressText(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}

function numberWord(number: number): Uint8Array {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setUint32(28, number);
  return bytes;
}
