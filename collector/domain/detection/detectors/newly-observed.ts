import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import type { NameFacts } from '../names/name-facts.ts';
import type { RowDetector } from '../row-detector.ts';
import type { DomainHistory } from '../state/domain-history.ts';

/**
 * Keeps the history of domains that others ask. It raises nothing: that a domain is new is a circumstance, not a threat.
 */
export function createDomainHistorian(history: DomainHistory): RowDetector {
  // The names of a batch are worked out once each; noting them once each is enough, too.
  const noted = new WeakSet<NameFacts>();
  return {
    name: 'newly_observed',
    observe: (row, { newlyObserved }) => {
      if (row.responseCode !== responseCodes.NOERROR) return;
      const facts = row.name;
      if (noted.has(facts)) return;
      noted.add(facts);
      const { class: kind, registrable } = facts;
      if (kind !== 'ordinary' || registrable === undefined) return;
      history.note(row.locationId, registrable, row.observedSeconds, newlyObserved.days);
    },
  };
}
