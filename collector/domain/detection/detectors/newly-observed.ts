import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import type { RowDetector } from '../row-detector.ts';
import { rowTraits } from '../rows/row-traits.ts';
import type { DomainHistory } from '../state/domain-history.ts';

/**
 * Keeps the history of domains that others ask. It raises nothing: that a domain is new is a circumstance, not a threat.
 */
export function createDomainHistorian(history: DomainHistory): RowDetector {
  return {
    name: 'newly_observed',
    needs: rowTraits.fresh,
    observe: (row, { newlyObserved }) => {
      if (row.responseCode !== responseCodes.NOERROR) return;
      const { class: kind, registrable, hash } = row.name;
      if (kind !== 'ordinary' || registrable === undefined) return;
      history.note(row.locationId, hash, row.observedSeconds, newlyObserved.days);
    },
  };
}
