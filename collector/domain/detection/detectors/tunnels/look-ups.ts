import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { BatchRows } from '../../batch-rows.ts';
import { startsWithIdentifier } from '../../names/identifier-name.ts';
import { sectionNumbers } from '../../rows/read-records.ts';
import { bytesHash } from '../../state/bytes-hash.ts';
import { answersOf } from './answer-kind.ts';

/** Different answers that a list of files or addresses has: good, bad, unknown. What carries data back has many. */
const mostAnswers = 3;
/** Of many names, one in so many may have another answer than those before: lists give numbers and times away. */
const namesOfAnswer = 10;
/** Different texts of a word or two that a service answers with. */
const mostShorts = 12;
const answersKept = 64;
const identifierShare = 0.9;
const verdictShare = 0.8;
const ownShare = 0.25;
/** Fewer names tell nothing about the answers. */
const leastNames = 10;

/**
 * Look-ups count what makes names look-ups in a list, or those of content, sessions and hosts, rather than a tunnel: names
 * that are identifiers, verdicts, private addresses.
 */
export class LookUps {
  #names = 0;
  #identifiers = 0;
  /** Identifiers that were answered with addresses, or denied. */
  #hosts = 0;
  #verdicts = 0;
  #shorts = 0;
  #own = 0;
  readonly #answers = new Set<number>();

  note(row: BatchRows): void {
    this.#names++;
    const kind = answersOf(row);
    if (kind === 'verdict') this.#verdicts++;
    if (kind === 'short') this.#shorts++;
    if (kind === 'private') this.#own++;
    if (this.#answers.size < answersKept) this.#answers.add(answerHash(row));
    if (!startsWithIdentifier(row.name)) return;
    this.#identifiers++;
    if (asksHost(row)) this.#hosts++;
  }

  /** All names are identifiers: with few answers, or of hosts, which have addresses of their own. */
  get areIdentifiers(): boolean {
    return (
      this.#names >= leastNames &&
      this.#identifiers >= this.#names * identifierShare &&
      (this.#answers.size <= mostAnswers || this.#hosts >= this.#names * identifierShare)
    );
  }

  /** Nearly all answers are verdicts, within 127/8 (RFC 5782). */
  get areVerdicts(): boolean {
    return this.#names >= leastNames && this.#verdicts >= this.#names * verdictShare;
  }

  /** Nearly all answers are a word or two, of which there are few. */
  get areWords(): boolean {
    return (
      this.#names >= leastNames &&
      this.#verdicts + this.#shorts >= this.#names * verdictShare &&
      this.#answers.size <= Math.max(mostShorts, this.#fewAnswers)
    );
  }

  /** What comes back is the same again and again: nothing is carried down. */
  get areAnsweredAlike(): boolean {
    return this.#names >= leastNames && this.#answers.size <= this.#fewAnswers;
  }

  get #fewAnswers(): number {
    return Math.min(answersKept - 1, Math.max(mostAnswers, this.#names / namesOfAnswer));
  }

  /** A good part of the names are machines within: a company that numbers its hosts. */
  get areOwn(): boolean {
    return this.#names >= leastNames && this.#own >= this.#names * ownShare;
  }
}

function asksHost({ queryType }: BatchRows): boolean {
  return queryType === recordTypes.A || queryType === recordTypes.AAAA || queryType === recordTypes.HTTPS;
}

/** 32 bits of the response code and of all data in the answer section. */
function answerHash(row: BatchRows): number {
  let hash = row.responseCode;
  row.records(({ section, dataStart, dataEnd }) => {
    if (section === sectionNumbers.answer) hash = bytesHash(hash, row.bytes, dataStart, dataEnd);
  });
  return hash;
}
