import type { ScanPorts } from '../../ports/scanner.ts';

/**
 * A list answer states what a list in the DNS says of a name (RFC 5782): it has an entry, it has none, it refuses to
 * answer us, or the answer says nothing. Only the first two say anything of the name.
 */
export type ListAnswer =
  | { readonly status: 'listed'; readonly codes: readonly string[]; readonly ttl: number }
  | { readonly status: 'clean' }
  | { readonly status: 'refused'; readonly message: string }
  | { readonly status: 'unknown'; readonly message: string; readonly isSilence: boolean };

const mostCodes = 16;
const addressRecord = 1;
const noSuchName = 3;

/** Asks a list for one name below its zone. Never rejects for what the network does. */
export async function askListFor(
  name: string,
  zone: string,
  { dns, signal }: Pick<ScanPorts, 'dns' | 'signal'>,
): Promise<ListAnswer> {
  const answer = await dns.resolve(`${name}.${zone}`, addressRecord, { signal, validate: false });
  const { failure, failureMessage, responseCode } = answer;
  if (failure !== undefined)
    return {
      status: 'unknown',
      message: `${zone} did not answer: ${failureMessage ?? failure}`,
      isSilence: true,
    };
  if (responseCode === 5) return { status: 'refused', message: `${zone} refuses to answer from here.` };
  if (responseCode !== 0 && responseCode !== noSuchName)
    return {
      status: 'unknown',
      message: `${zone} answered with response code ${responseCode}.`,
      isSilence: true,
    };
  const records = answer.answer.filter(({ type }) => type === addressRecord).slice(0, mostCodes);
  const codes = records.map(({ text }) => text);
  const refusal = codes.find(isRefusal);
  if (refusal !== undefined)
    return { status: 'refused', message: `${zone} refuses to answer from here (${refusal}).` };
  const stray = codes.find((code) => !code.startsWith('127.'));
  if (stray !== undefined)
    return {
      status: 'unknown',
      message: `${zone} answers with ${stray}, which is no code of a list.`,
      isSilence: false,
    };
  if (codes.length === 0) return { status: 'clean' };
  return { status: 'listed', codes, ttl: Math.min(...records.map(({ ttl }) => ttl)) };
}

/**
 * Ways of lists to say that they do not answer: error codes in 127.255.255.0/24 for public resolvers and for those who ask too
 * much, and 127.0.0.1, which no list may use for an entry (RFC 5782 section 2.1).
 */
function isRefusal(code: string): boolean {
  return code.startsWith('127.255.255.') || code === '127.0.0.1';
}
