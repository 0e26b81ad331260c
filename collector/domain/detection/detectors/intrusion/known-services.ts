import { isAtOrBelow } from '@sonde/shared/dns/name-relations.ts';
import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { KnownKind, KnownService } from '../../names/known/define-known.ts';
import type { RowDetector } from '../../row-detector.ts';
import { rowTraits } from '../../rows/row-traits.ts';
import { OncePerDay } from '../../state/once-per-day.ts';
import { seen } from './seen.ts';

/** Clients and services that were told of today. */
const remembered = 20_000;
/** Hosts where services of this kind have the pages that tell people of them. */
const pages =
  /^(?:www|app|api|docs?|blog|help|support|status|account|login|dashboard|static|assets|cdn|img|web|m|news|shop|store|forum|wiki|mail)$/;
const onionAddress = /(?:^|\.)(?:[a-z2-7]{16}|[a-z2-7]{56})\./;

interface Told {
  readonly severity: Severity;
  readonly technique: string;
  readonly what: string;
}

/**
 * Detects clients that ask for names of pools that share out mining, of which programs alone ask: a pool's pages for
 * people are a remark.
 */
export function createMiningPoolDetector(): RowDetector {
  return createServiceDetector('mining_pool', ['pool'], (_, subdomain) => ({
    severity: isPage(subdomain) ? 'info' : 'medium',
    technique: 'T1496',
    what: 'a mining pool',
  }));
}

/**
 * Detects clients that ask for what programs of anonymity networks need before they are in, and for gateways into them:
 * a gateway with the address of an onion service in front is what malware for ransom tells its victims to visit.
 */
export function createAnonymityNetworkDetector(): RowDetector {
  return createServiceDetector('anonymity_network', ['anonymity', 'gateway'], ({ kind }, _, name) => ({
    severity: kind === 'gateway' && onionAddress.test(name) ? 'medium' : 'info',
    technique: 'T1090.003',
    what: kind === 'gateway' ? 'a gateway into an anonymity network' : 'an entry to an anonymity network',
  }));
}

function createServiceDetector(
  type: string,
  kinds: readonly KnownKind[],
  judge: (service: KnownService, subdomain: string, name: string) => Told,
): RowDetector {
  const told = new OncePerDay(remembered);
  return {
    name: type,
    tables: [told],
    needs: rowTraits.told,
    observe: (row, _settings, report) => {
      const { known } = row.name;
      if (known === undefined || !kinds.includes(known.kind)) return;
      const { text } = row.name;
      const suffix = known.names.find((name) => isAtOrBelow(text, name)) ?? text;
      const { severity, technique, what } = judge(
        known,
        text.slice(0, Math.max(0, -suffix.length - 1 + text.length)),
        text,
      );
      if (!told.isFirst(`${row.locationId} ${row.clientAddress} ${suffix} ${severity}`, row.observedSeconds))
        return;
      report.add(row, {
        type,
        severity,
        subject: `${row.clientAddress} ${suffix}`,
        technique,
        message: `${row.clientAddress} asks for ${text}, ${what} (${known.operator})`,
        evidence: {
          method: 'the first look-up of a known service by this client on the day',
          operator: known.operator,
          listed_name: suffix,
          list: known.source,
          answered: row.answerCount > 0,
          ...seen(row),
        },
      });
    },
  };
}

/** Nothing in front of the service's domain, or one label of a site for people. */
export function isPage(subdomain: string): boolean {
  return subdomain === '' || pages.test(subdomain);
}
