import { changedRecords } from '@sonde/scanner/checks/drift/changed-records.ts';
import type { DriftChange } from '@sonde/scanner/checks/drift/drift.ts';
import { nameCheck } from '@sonde/scanner/checks/names/scan-name.ts';
import type { NameAnswer } from '@sonde/scanner/names/name-answer.ts';
import { type NameRecordSet, nameRecordSets } from '@sonde/scanner/names/name-records.ts';
import { partResult } from '@sonde/scanner/result/part-result.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { DomainScanHistory } from '../../../ports/scans/domain-scans.ts';

const dayMilliseconds = 86_400_000;
const mostScans = 1_000;

export interface NameHistoryPorts {
  readonly domainScans: Pick<DomainScanHistory, 'parts'>;
  readonly clock: Clock;
}

/** A name state is a scan that found other records than the one before it. */
export interface NameState {
  readonly at: Date;
  readonly scanId: string;
  readonly answer: NameAnswer;
  /** Against the state before; empty for the first. */
  readonly changes: readonly DriftChange[];
}

export interface NameHistory {
  /** Scans of the time in which anybody answered. */
  readonly scans: number;
  /** Newest first. */
  readonly states: readonly NameState[];
}

/** Shows how the records of a name beside the DNS changed. `name`: as scans keep it, in ASCII. Throws a StoreError. */
export async function nameHistory(
  name: string,
  days: number,
  { domainScans, clock }: NameHistoryPorts,
): Promise<NameHistory> {
  const now = clock.now();
  const range = {
    from: new Date(now - days * dayMilliseconds),
    to: new Date(now + dayMilliseconds),
    limit: mostScans,
  };
  const scans = await domainScans.parts(name, range);
  const states: NameState[] = [];
  let before: NameRecordSet[] | undefined;
  let answered = 0;
  for (const { id, at, parts } of scans.toReversed()) {
    const answer = partResult<NameAnswer>(parts, nameCheck);
    const sets = answer ? nameRecordSets(answer) : undefined;
    if (!answer || sets === undefined) continue;
    answered++;
    const changes = before === undefined ? [] : changedRecords(before, sets);
    if (before === undefined || changes.length > 0) states.push({ at, scanId: id, answer, changes });
    before = sets;
  }
  return { scans: answered, states: states.toReversed() };
}
