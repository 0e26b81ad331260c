import { noResponseCode } from '@sonde/shared/batch/row-layout.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import type { RowDetector } from '../row-detector.ts';
import { DistinctCounter } from '../state/distinct-counter.ts';
import { LocatedMap } from '../state/located-map.ts';
import { textHash } from '../state/text-hash.ts';
import { isReversedAddress } from './nxdomain-storm.ts';

const followed = 5_000;

/** Failing queries of a window before its names are counted at all. */
const worthCounting = 20;

interface Attack {
  since: number;
  /** Undefined while too little fails. */
  names: DistinctCounter | undefined;
  readonly clients: Set<string>;
  unique: number;
  failing: number;
  unreported: number;
  samples: string[];
}

/**
 * Random subdomains of one parent, asked for so fast that its servers are the target ("water torture"), whichever
 * clients ask. Most of the answers fail or never come.
 */
export function createRandomSubdomainDetector(): RowDetector {
  const parents = new LocatedMap<Attack>(followed);
  return {
    name: 'random_subdomain_attack',
    observe: (row, { randomSubdomains: settings }, report) => {
      const { class: kind, registrable, subdomain } = row.name;
      if (kind !== 'ordinary' || registrable === undefined || subdomain === '') return;
      const isFailed = isFailing(row.responseCode);
      const at = row.observedSeconds;
      const known = parents.get(row.locationId, registrable);
      if ((known === undefined && !isFailed) || isReversedAddress(subdomain)) return;
      const attack = known ?? parents.getOrCreate(row.locationId, registrable, () => newAttack(at));
      if (at - attack.since >= settings.windowSeconds) Object.assign(attack, newAttack(at));
      if (attack.names === undefined) {
        if (isFailed && ++attack.failing >= worthCounting) {
          attack.failing = 0;
          attack.names = new DistinctCounter(4_096);
        }
        return;
      }
      if (!attack.names.add(textHash(subdomain))) return;
      attack.unique++;
      attack.unreported++;
      if (isFailed) attack.failing++;
      if (attack.clients.size < 1_000) attack.clients.add(row.clientAddress);
      if (attack.samples.length < 5) attack.samples.push(row.name.text);
      const names = attack.names.estimate;
      if (names < settings.uniqueNames || attack.failing < attack.unique * settings.failingShare) return;
      report.add(row, {
        type: 'random_subdomain_attack',
        severity: 'high',
        subject: registrable,
        technique: 'T1499.002',
        count: attack.unreported,
        message: `${names} different names below ${registrable} within a minute, most of which fail`,
        evidence: {
          method: 'unique names under one parent in a window, over all clients',
          names,
          failing_share: Number((attack.failing / attack.unique).toFixed(2)),
          clients: attack.clients.size,
          from: new Date(attack.since * 1_000).toISOString(),
          to: new Date(at * 1_000).toISOString(),
          sample_names: attack.samples.slice(),
          thresholds: { ...settings },
        },
      });
      attack.unreported = 0;
    },
  };
}

function newAttack(since: number): Attack {
  return {
    since,
    names: undefined,
    clients: new Set(),
    unique: 0,
    failing: 0,
    unreported: 0,
    samples: [],
  };
}

function isFailing(code: number): boolean {
  return code === responseCodes.NXDOMAIN || code === responseCodes.SERVFAIL || code === noResponseCode;
}
