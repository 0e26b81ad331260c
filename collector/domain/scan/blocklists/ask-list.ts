import { textOfRecord } from '../../mail/text-of-record.ts';
import { askRecords } from '../ask-records.ts';
import type { ScanPorts } from '../scanner.ts';
import type { BlocklistEntry } from './blocklists-result.ts';

/** No list may have it: RFC 5782 section 5. */
const neverListed = 'invalid';
const mostCodes = 16;
const longestReason = 300;

type Ports = Pick<ScanPorts, 'dns' | 'signal'>;

/** Asks one list for names, the first of which that it has counts (RFC 5782 section 3). Never rejects. */
export async function askList(
  list: string,
  names: readonly string[],
  ports: Ports,
): Promise<{ readonly entry: BlocklistEntry; readonly message?: string }> {
  const entry = (status: BlocklistEntry['status'], more: Partial<BlocklistEntry> = {}): BlocklistEntry => ({
    list,
    status,
    name: null,
    codes: [],
    reason: null,
    ...more,
  });
  const [never, ...asked] = await Promise.all(
    [neverListed, ...names].map((name) => lookUp(name, list, ports)),
  );
  const all = [never!, ...asked];
  const refusal = all.flatMap(({ codes }) => codes).find(isRefusal);
  if (refusal !== undefined) {
    const message = `${list} refuses to answer from here (${refusal}).`;
    return { entry: entry('refused', { codes: [refusal] }), message };
  }
  if (never!.codes.length > 0) {
    return {
      entry: entry('broken'),
      message: `${list} lists what no list may have, so that it says nothing.`,
    };
  }
  const unanswered = all.find(({ error }) => error !== undefined);
  const index = asked.findIndex(({ codes }) => codes.length > 0);
  if (index !== -1) {
    const name = names[index]!;
    const reason = await reasonOf(name, list, ports);
    return { entry: entry('listed', { name, codes: asked[index]!.codes, reason }) };
  }
  return unanswered === undefined
    ? { entry: entry('not_listed') }
    : { entry: entry('unanswered'), message: unanswered.error! };
}

/** What is not within 127.0.0.0/8 is no answer of a list: somebody answers for names that are not there. */
async function lookUp(
  name: string,
  list: string,
  ports: Ports,
): Promise<{ codes: readonly string[]; error: string | undefined }> {
  const { records, error } = await askRecords(`${name}.${list}`, 'A', ports, 'blocklists');
  const codes = records.map(({ text }) => text).filter((text) => text.startsWith('127.'));
  return { codes: codes.slice(0, mostCodes), error: error?.message };
}

/**
 * Ways of lists to say that they do not answer: error codes in 127.255.255.0/24 for public resolvers and for those who ask too
 * much, and 127.0.0.1, which no list may use for an entry (RFC 5782 section 2.1).
 */
function isRefusal(code: string): boolean {
  return code.startsWith('127.255.255.') || code === '127.0.0.1';
}

async function reasonOf(name: string, list: string, ports: Ports): Promise<string | null> {
  const { records } = await askRecords(`${name}.${list}`, 'TXT', ports, 'blocklists');
  const [first] = records;
  return first === undefined ? null : textOfRecord(first.data).slice(0, longestReason).toWellFormed();
}
