import * as rowLayout from '@sonde/shared/batch/row-layout.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { MessageReader } from '@sonde/shared/message/message-reader.ts';
import type { Matcher } from '../pairing/matcher.ts';
import type { MessageOrigin } from '../pairing/message-origin.ts';
import type { MessageCounts } from './message-counts.ts';
import type { RowOutlet } from './row-outlet.ts';

// Constants of another module are looked up at each use: on the hot path they are made this one's own.
const { marks } = rowLayout;
const { AXFR: typeAxfr, IXFR: typeIxfr } = recordTypes;

/** How long a copy of a query tells that there is a second tap, in microseconds. */
const copiesMemory = 10_000_000;

/** The repetitions are messages that came before: sent again, or seen by two taps. They are counted, and marked on the row of the first. */
export class Repetitions {
  readonly #matcher: Matcher;
  readonly #outlet: RowOutlet;
  readonly #counts: MessageCounts;
  readonly #queryTimeout: number;
  /** Until then two taps are taken to deliver packets twice. */
  #copiedUntil = 0;

  constructor(matcher: Matcher, outlet: RowOutlet, counts: MessageCounts, queryTimeout: number) {
    this.#matcher = matcher;
    this.#outlet = outlet;
    this.#counts = counts;
    this.#queryTimeout = queryTimeout;
  }

  /** Tells whether a query came before, and counts it if it did. */
  isQuery(
    origin: MessageOrigin,
    candidate: number,
    hash: number,
    reader: MessageReader,
    overTcp: boolean,
  ): boolean {
    const matcher = this.#matcher;
    const waiting = matcher.findCopy(candidate, hash, origin, reader, overTcp);
    if (waiting >= 0) {
      this.#counts.repeated++;
      if (matcher.isDuplicate(waiting, origin)) {
        this.#counts.duplicated++;
        this.#copiedUntil = origin.time + copiesMemory;
      } else {
        this.#counts.retransmitted++;
        matcher.mark(waiting, marks.queryRetransmitted);
      }
      return true;
    }
    const recent = matcher.findRecent(hash, origin, reader, overTcp);
    if (recent < 0 || !matcher.isRecentDuplicate(recent, origin, origin.time <= this.#copiedUntil))
      return false;
    this.#counts.repeated++;
    this.#counts.duplicated++;
    return true;
  }

  /**
   * Counts a response that came before, or that is a further message of a zone transfer. Returns for any other the marks that its
   * row is to have: a second response that says something else than the first may be the true one behind a forged one.
   */
  ofResponse(
    origin: MessageOrigin,
    hash: number,
    reader: MessageReader,
    overTcp: boolean,
  ): number | undefined {
    const matcher = this.#matcher;
    const { recent } = matcher;
    const newest = matcher.findRecent(hash, origin, reader, overTcp);
    if (newest < 0 || origin.time - recent.responseTime(newest) > this.#queryTimeout) return 0;
    let entry = newest;
    const type = recent.queryType(entry);
    const continues = overTcp && (type === typeAxfr || type === typeIxfr);
    if (!continues) entry = matcher.findRecent(hash, origin, reader, overTcp, matcher.answerOf(reader));
    if (entry < 0) {
      this.#counts.differing++;
      this.#outlet.mark(newest, marks.responseDiffers);
      return marks.responseDiffers;
    }
    this.#counts.repeated++;
    this.#counts.repeatedResponses++;
    if (continues) this.#counts.continued++;
    else this.#counts.duplicated++;
    this.#outlet.mark(entry, continues ? marks.recordsCut : marks.responseDuplicated);
    if (continues) recent.renew(entry, origin.time);
    return undefined;
  }
}
