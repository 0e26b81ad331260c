import { isAtOrBelow } from '@sonde/shared/dns/name-relations.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import { nameFacts } from '../../names/name-facts.ts';
import type { RowDetector } from '../../row-detector.ts';
import { sectionNumbers } from '../../rows/read-records.ts';
import { rowTraits } from '../../rows/row-traits.ts';
import { OncePerDay } from '../../state/once-per-day.ts';
import { giverOf } from './claimable-zones.ts';
import { seen } from './seen.ts';

const remembered = 5_000;

/**
 * Detects aliases of watched domains whose target does not exist: whoever gets the target gets the name, too. A target below
 * a zone in which customers choose names can be had at once, a domain that the registry denies can be bought.
 */
export function createDanglingNameDetector(): RowDetector {
  const told = new OncePerDay(remembered);
  return {
    name: 'dangling_name',
    tables: [told],
    needs: rowTraits.denied,
    isIdle: ({ lookalike }) => lookalike.watched.length === 0,
    observe: (row, { lookalike }, report) => {
      const { watched } = lookalike;
      if (watched.length === 0 || row.responseCode !== responseCodes.NXDOMAIN || row.answerCount === 0)
        return;
      const { registrable, text } = row.name;
      if (registrable === undefined || !watched.some((name) => isAtOrBelow(text, name))) return;
      let target: string | undefined;
      let denier: string | undefined;
      row.records(({ section, type, dataStart, dataEnd, nameStart, nameEnd }) => {
        // The last alias is the one that leads nowhere.
        if (section === sectionNumbers.answer && type === recordTypes.CNAME)
          target = row.text(dataStart, dataEnd).toLowerCase().replace(/\.$/, '');
        else if (section === sectionNumbers.authority && type === recordTypes.SOA)
          denier = row.text(nameStart, nameEnd);
      });
      if (target === undefined) return;
      const facts = nameFacts(target);
      if (facts.registrable === registrable) return;
      const giver = giverOf(target);
      const isForSale =
        facts.registrable !== undefined && denier !== undefined && facts.registrable.endsWith(`.${denier}`);
      if (!told.isFirst(`${row.locationId} ${text} ${target}`, row.observedSeconds)) return;
      report.add(row, {
        type: 'dangling_name',
        severity: giver !== undefined || isForSale ? 'high' : 'low',
        subject: text,
        technique: 'T1584.001',
        message: `${text} is an alias of ${target}, which does not exist`,
        evidence: {
          method: 'an alias of a watched domain whose target is denied',
          target,
          denied_by: denier ?? null,
          can_be_had_at: giver ?? (isForSale ? 'any registrar' : null),
          ...seen(row),
        },
      });
    },
  };
}
