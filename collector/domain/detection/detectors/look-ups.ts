import type { BatchRows } from '../batch-rows.ts';
import { startsWithDigest } from '../names/digest-name.ts';
import { sectionNumbers } from '../rows/read-records.ts';

/** Different answers that a list of files or addresses has: good, bad, unknown. What carries data back has many. */
const mostAnswers = 3;
const digestShare = 0.9;
/** Fewer names tell nothing about the answers. */
const leastNames = 10;

/**
 * Look-ups count what makes names look-ups in a list of digests, rather than a tunnel: names that are digests, few
 * answers.
 */
export class LookUps {
  #names = 0;
  #digests = 0;
  /** Most never see a digest. */
  #answers: Set<number> | undefined;

  note(row: BatchRows): void {
    this.#names++;
    if (!startsWithDigest(row.name.subdomain)) return;
    this.#digests++;
    this.#answers ??= new Set();
    if (this.#answers.size <= mostAnswers) this.#answers.add(answerHash(row));
  }

  get areAll(): boolean {
    return (
      this.#names >= leastNames &&
      this.#digests >= this.#names * digestShare &&
      (this.#answers?.size ?? 0) <= mostAnswers
    );
  }
}

/** 32 bits of the response code and of all data in the answer section. */
function answerHash(row: BatchRows): number {
  let hash = row.responseCode;
  row.records(({ section, dataStart, dataEnd }) => {
    if (section !== sectionNumbers.answer) return;
    for (let at = dataStart; at < dataEnd; at++) hash = Math.imul(hash ^ row.bytes[at]!, 0x0100_0193);
  });
  return hash;
}
