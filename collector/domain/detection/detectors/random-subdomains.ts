import { noResponseCode } from '@sonde/shared/batch/row-layout.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import { isReversedAddress } from '../names/reversed-address.ts';
import { hasNameWithin } from '../names/search-suffix.ts';
import type { RowDetector } from '../row-detector.ts';
import { rowTraits } from '../rows/row-traits.ts';
import { LocatedMap } from '../state/located-map.ts';
import { SlidingCounter } from '../state/sliding-counter.ts';

const followed = 5_000;
const samples = 5;
const mostClients = 1_000;

/** Failing queries of a stretch of time before its names are counted at all. */
const worthCounting = 20;

interface Attack {
  readonly windowSeconds: number;
  /** The start of the present stretch, which is as long as the window; of the failing queries and clients. */
  since: number;
  failingQueries: number;
  /** Undefined while its names are not counted. */
  clients: Set<string> | undefined;
  /** Different names of the window, wherever it lies; undefined while too little fails. */
  names: SlidingCounter | undefined;
  failing: SlidingCounter;
  unreported: number;
  readonly samples: string[];
}

/**
 * Detects random subdomains of one parent, asked for so fast that its servers are the target ("water torture"),
 * whichever clients ask. Most of the answers fail or never come.
 */
export function createRandomSubdomainDetector(): RowDetector {
  const parents = new LocatedMap<Attack>(followed);
  return {
    name: 'random_subdomain_attack',
    tables: [parents],
    needs: rowTraits.fresh,
    observe: (row, { randomSubdomains: settings }, report) => {
      const { class: kind, registrable, subdomain, subdomainHash, hash: domain } = row.name;
      if (kind !== 'ordinary' || registrable === undefined || subdomain === '') return;
      const isFailed = isFailing(row.responseCode);
      const at = row.observedSeconds;
      const known = parents.get(row.locationId, domain);
      if ((known === undefined && !isFailed) || isReversedAddress(subdomain)) return;
      if (isFailed && hasNameWithin(row.name)) return;
      const { windowSeconds } = settings;
      const attack = known ?? parents.add(row.locationId, domain, newAttack(at, windowSeconds));
      if (attack.windowSeconds !== windowSeconds) Object.assign(attack, newAttack(at, windowSeconds));
      if (at - attack.since >= windowSeconds) turn(attack, at);
      if (isFailed) attack.failingQueries++;
      if (attack.names === undefined) {
        if (attack.failingQueries >= worthCounting) attack.names = new SlidingCounter(windowSeconds);
        return;
      }
      if (isFailed) attack.failing.add(subdomainHash, at);
      if (!attack.names.add(subdomainHash, at)) return;
      attack.unreported++;
      attack.clients ??= new Set();
      if (attack.clients.size < mostClients) attack.clients.add(row.clientAddress);
      if (attack.samples.push(row.name.text) > samples) attack.samples.shift();
      const names = attack.names.estimate;
      if (names < settings.uniqueNames) return;
      const failingShare = Math.min(1, attack.failing.estimate / names);
      if (failingShare < settings.failingShare) return;
      report.add(row, {
        type: 'random_subdomain_attack',
        severity: 'high',
        subject: registrable,
        technique: 'T1499.002',
        count: Math.min(names, attack.unreported),
        message: `${names} different names below ${registrable} within ${windowSeconds} seconds, most of which fail`,
        evidence: {
          method: 'unique names under one parent in a sliding window, over all clients',
          names,
          failing_share: Number(failingShare.toFixed(2)),
          clients: attack.clients.size,
          from: new Date((at - windowSeconds) * 1_000).toISOString(),
          to: new Date(at * 1_000).toISOString(),
          sample_names: attack.samples.slice(),
          thresholds: { ...settings },
        },
      });
      attack.unreported = 0;
    },
  };
}

function newAttack(since: number, windowSeconds: number): Attack {
  return {
    windowSeconds,
    since,
    failingQueries: 0,
    clients: undefined,
    names: undefined,
    failing: new SlidingCounter(windowSeconds),
    unreported: 0,
    samples: [],
  };
}

/** If so little failed that no attack can be under way, its names are no longer counted. */
function turn(attack: Attack, at: number): void {
  if (attack.failingQueries < worthCounting) Object.assign(attack, newAttack(at, attack.windowSeconds));
  attack.since = at;
  attack.failingQueries = 0;
  attack.clients = undefined;
}

function isFailing(code: number): boolean {
  return code === responseCodes.NXDOMAIN || code === responseCodes.SERVFAIL || code === noResponseCode;
}
