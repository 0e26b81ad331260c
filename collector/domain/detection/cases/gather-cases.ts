import type { Log } from '@sonde/shared/system/log.ts';
import type { CaseGathering } from '../../../ports/threats/cases.ts';
import { type AnnounceCasePorts, announceCase } from './announce-case.ts';
import { gatherThreats, type IsShared } from './gather-threats.ts';

/** Threats of one turn. */
const atOnce = 500;

export interface GatherCasesPorts extends AnnounceCasePorts {
  readonly caseGathering: CaseGathering;
  /** Tells of clients that many are behind; none if absent. */
  readonly isSharedClient?: IsShared;
  readonly log: Log;
}

/** Puts all threats that are in no case yet into cases, and tells of cases that began or became worse. */
export async function gatherCases(ports: GatherCasesPorts, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const { changed, done } = await ports.caseGathering.gather(
      (threats, open) => gatherThreats(threats, open, ports.isSharedClient),
      atOnce,
    );
    for (const one of changed) await announceCase(one, ports);
    if (done) return;
  }
}
