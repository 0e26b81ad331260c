import { domainToUnicode } from 'node:url';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import type { RowDetector } from '../../row-detector.ts';
import { rowTraits } from '../../rows/row-traits.ts';
import { OncePerDay } from '../../state/once-per-day.ts';

const remembered = 10_000;

/**
 * Detects names that exist and look like a well-known brand's: characters that look alike, also of several scripts in one
 * label, and brands beside words of bait. What a site watches itself is compared more closely by `lookalike`.
 */
export function createBrandLookalikeDetector(): RowDetector {
  const told = new OncePerDay(remembered);
  return {
    name: 'brand_lookalike',
    tables: [told],
    needs: rowTraits.told,
    observe: (row, { brandLookalike, lookalike }, report) => {
      const { brandImitation, registrable } = row.name;
      if (brandImitation === undefined || registrable === undefined) return;
      if (row.responseCode !== responseCodes.NOERROR || row.answerCount === 0) return;
      const { way, of, length, severity, isHomograph } = brandImitation;
      if (length < brandLookalike.shortestBrand || lookalike.watched.includes(registrable)) return;
      if (!told.isFirst(`${row.locationId} ${row.clientAddress} ${registrable}`, row.observedSeconds)) return;
      const shown = domainToUnicode(registrable);
      const named = shown === registrable ? registrable : `${registrable} (${shown})`;
      report.add(row, {
        type: isHomograph ? 'homograph' : 'typosquat',
        severity,
        subject: registrable,
        technique: 'T1583.001',
        message: `${row.clientAddress} asked for ${named}, which ${of === null ? `has ${way}` : `looks like ${of}`}`,
        evidence: {
          method: way,
          brand: of,
          shown,
          at: new Date(row.observedSeconds * 1_000).toISOString(),
          sample_names: [row.queryName],
          thresholds: { ...brandLookalike },
        },
      });
    },
  };
}
