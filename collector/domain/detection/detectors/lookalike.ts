import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import { NameImitations } from '../names/name-imitations.ts';
import type { RowDetector } from '../row-detector.ts';
import type { LookalikeSettings } from '../settings.ts';

/** A query for a name that looks like a watched one and exists. An error is no sign that a name is registered. */
export function createLookalikeDetector(): RowDetector {
  const prepared = new WeakMap<LookalikeSettings, NameImitations>();
  return {
    name: 'lookalike',
    observe: (row, { lookalike }, report) => {
      if (
        lookalike.watched.length === 0 ||
        row.responseCode !== responseCodes.NOERROR ||
        row.answerCount === 0
      )
        return;
      const { class: kind, registrable, label } = row.name;
      if (kind !== 'ordinary' || registrable === undefined) return;
      let imitations = prepared.get(lookalike);
      if (imitations === undefined) {
        imitations = new NameImitations(lookalike.watched, lookalike.shortestLabel);
        prepared.set(lookalike, imitations);
      }
      const found = imitations.find(registrable, label);
      if (found === undefined) return;
      report.add(row, {
        type: found.imitation === 'homograph' ? 'homograph' : 'typosquat',
        severity:
          found.imitation === 'homograph' ? 'high' : found.imitation === 'typosquat' ? 'medium' : 'low',
        subject: registrable,
        technique: 'T1583.001',
        message: `${row.clientAddress} asked for ${registrable}, which looks like ${found.of}`,
        evidence: {
          method: 'confusable skeleton, one slip of the hand, or a watched name with a word of bait',
          imitation: found.imitation,
          watched_name: found.of,
          at: new Date(row.observedSeconds * 1_000).toISOString(),
        },
      });
    },
  };
}
