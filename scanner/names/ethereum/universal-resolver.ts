import { UpstreamFailed } from '@sonde/shared/errors.ts';
import { AbiError, AbiReader } from './abi.ts';
import { selector } from './namehash.ts';
import { callWithLookups, gatewayFailure } from './offchain-lookup.ts';

/** The universal resolver is the contract of ENSIP-23, behind a proxy whose address stays. */
export const universalResolver = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee';

/** Errors of it: nobody answers for the name, or not for this record. */
const absent = [
  'ResolverNotFound(bytes)',
  'ResolverNotContract(bytes,address)',
  'UnsupportedResolverProfile(bytes4)',
].map((signature) => Buffer.from(selector(signature)));
const reverseMismatch = Buffer.from(selector('ReverseAddressMismatch(string,bytes)'));

export type UniversalAnswer =
  | { readonly kind: 'returned'; readonly values: AbiReader }
  | { readonly kind: 'absent' | 'reverted' }
  /** Of a reverse lookup: the primary name leads elsewhere. */
  | { readonly kind: 'mismatch'; readonly primary: string; readonly address: Uint8Array };

/** Calls it, and follows it to gateways. Throws UpstreamFailed, also for what can not be read. */
export async function callUniversalResolver(
  data: Uint8Array,
  parts: Parameters<typeof callWithLookups>[2],
): Promise<UniversalAnswer> {
  try {
    const result = await callWithLookups(universalResolver, data, parts);
    if ('reverted' in result) return readRevert(result.reverted);
    // A chain without the contract answers with nothing.
    if (result.returned.length === 0) return { kind: 'absent' };
    return { kind: 'returned', values: new AbiReader(result.returned) };
  } catch (error) {
    if (!(error instanceof AbiError)) throw error;
    throw new UpstreamFailed(`The contract's answer can not be read: ${error.message}`);
  }
}

function readRevert(reverted: Uint8Array): UniversalAnswer {
  const gateway = gatewayFailure(reverted);
  if (gateway !== undefined) throw new UpstreamFailed(gateway);
  const code = reverted.subarray(0, 4);
  if (absent.some((one) => one.equals(code))) return { kind: 'absent' };
  if (!reverseMismatch.equals(code)) return { kind: 'reverted' };
  const values = new AbiReader(reverted.subarray(4));
  const primary = Buffer.from(values.bytes(0)).toString().slice(0, 300);
  return { kind: 'mismatch', primary, address: values.bytes(1) };
}
