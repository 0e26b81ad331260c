import { isPowerOfTwo, provenEdge } from '@sonde/scanner/protocols/transparency/consistency.ts';
import type { ListedLog } from '@sonde/scanner/protocols/transparency/followed-logs.ts';
import { LogDataError } from '@sonde/scanner/protocols/transparency/log-data-error.ts';
import { readEntries } from '@sonde/scanner/protocols/transparency/log-entry.ts';
import {
  fieldsOf,
  octetsOf,
  readTreeHead,
  verifyTreeHead,
} from '@sonde/scanner/protocols/transparency/signed-head.ts';
import { TreeEdge } from '@sonde/scanner/protocols/transparency/tree-edge.ts';
import type { LogGet } from './log-fetch.ts';
import type { LogReader } from './log-reader.ts';

const mostHeadBytes = 65_536;
const mostProofBytes = 65_536;
const mostEntryBytes = 32 * 1_024 * 1_024;
/** Entries asked for at once, and taken before what they have is verified. */
const askedAtOnce = 1_024;
const takenAtOnce = 4_096;

/** Reads a log that answers questions (RFC 6962 section 4). */
export function createRfc6962Log(log: Pick<ListedLog, 'key'>, get: LogGet): LogReader {
  const ask = async (question: string, mostBytes: number): Promise<string> =>
    (await get(`ct/v1/${question}`, mostBytes)).toString('utf8');
  const proof = async (first: number, second: number): Promise<Buffer[]> =>
    readProof(await ask(`get-sth-consistency?first=${first}&second=${second}`, mostProofBytes));

  return {
    async head() {
      const head = readTreeHead(await ask('get-sth', mostHeadBytes));
      if (!verifyTreeHead(head, log))
        throw new LogDataError('The signature of the tree head does not verify.');
      return head;
    },
    async edgeNear(head) {
      const first = beginningBefore(head.size);
      if (first === 0) return new TreeEdge();
      const edge = provenEdge(first, head, await proof(first, head.size));
      if (edge === undefined)
        throw new LogDataError('A proof of consistency does not lead to the tree head.');
      return edge;
    },
    async *entries(start, end) {
      // Logs give fewer than they are asked for; they are asked for as many as they gave.
      let step = askedAtOnce;
      for (let at = start; at < end; ) {
        const last = Math.min(at + step, end);
        const text = await ask(`get-entries?start=${at}&end=${last - 1}`, mostEntryBytes);
        const entries = [...readEntries(text, at, last - at)];
        if (entries.length < last - at) step = Math.max(1, entries.length);
        at += entries.length;
        yield entries;
      }
    },
    consistency: (first, { size }) => proof(first, size),
    nextEnd: (start, { size }) => Math.min(start + takenAtOnce, size),
  };
}

/** The latest place that a proof tells the edge of. */
function beginningBefore(size: number): number {
  for (const first of [size - 1, size - 2]) if (first > 0 && !isPowerOfTwo(first)) return first;
  return 0;
}

function readProof(text: string): Buffer[] {
  const { consistency } = fieldsOf(text);
  if (!Array.isArray(consistency) || consistency.length > 100)
    throw new LogDataError('The answer is no proof of consistency.');
  return consistency.map((hash) => {
    const octets = octetsOf(hash);
    if (octets?.length !== 32) throw new LogDataError('A proof has something else than hashes.');
    return octets;
  });
}
