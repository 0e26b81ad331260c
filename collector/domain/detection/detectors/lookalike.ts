import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import { type Severity, severities } from '@sonde/shared/schemas/severity.ts';
import type { AutonomousSystems } from '../../../ports/networks/autonomous-systems.ts';
import type { BatchRows } from '../batch-rows.ts';
import { NameImitations } from '../names/name-imitations.ts';
import type { RowDetector } from '../row-detector.ts';
import type { LookalikeSettings } from '../settings.ts';
import { RecentMap } from '../state/recent-map.ts';

/** Watched names whose networks are remembered, and networks of each. */
const followed = 2_000;
const mostSystems = 32;

const severityOf = { homograph: 'high', typosquat: 'medium', combination: 'low' } as const;

/**
 * Detects queries for names that look like a watched one and exist. An error is no sign that a name is registered. If
 * it is known who announces the addresses, a name in no other networks than the watched one is likely its owner's, too.
 */
export function createLookalikeDetector(networks?: AutonomousSystems): RowDetector {
  const prepared = new WeakMap<LookalikeSettings, NameImitations>();
  const homes = new RecentMap<string, Set<number>>(followed);
  return {
    name: 'lookalike',
    tables: [homes],
    isIdle: ({ lookalike }) => lookalike.watched.length === 0,
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
      if (networks !== undefined && lookalike.watched.includes(registrable)) {
        const home = homes.getOrCreate(`${row.locationId} ${registrable}`, () => new Set());
        for (const asn of systemsOf(row, networks)) if (home.size < mostSystems) home.add(asn);
      }
      const found = imitations.find(registrable, label);
      if (found === undefined) return;
      const systems = networks === undefined ? [] : systemsOf(row, networks);
      const home = homes.get(`${row.locationId} ${found.of}`);
      const isAtHome =
        systems.length === 0 || home === undefined || home.size === 0
          ? null
          : systems.every((asn) => home.has(asn));
      const severity = severityOf[found.imitation];
      report.add(row, {
        type: found.imitation === 'homograph' ? 'homograph' : 'typosquat',
        severity: isAtHome === true ? lower(severity) : severity,
        subject: registrable,
        technique: 'T1583.001',
        message: `${row.clientAddress} asked for ${registrable}, which looks like ${found.of}`,
        evidence: {
          method: 'letters that look alike, one typing error, or a watched name with a bait word',
          imitation: found.imitation,
          watched_name: found.of,
          asns: systems,
          watched_asns: [...(home ?? [])],
          same_networks: isAtHome,
          at: new Date(row.observedSeconds * 1_000).toISOString(),
        },
      });
    },
  };
}

function systemsOf({ addresses }: BatchRows, networks: AutonomousSystems): number[] {
  const found = new Set<number>();
  for (let start = 0; start < addresses.count * 16; start += 16) {
    const system = networks.find(addresses.bytes.subarray(start, start + 16));
    if (system !== undefined) found.add(system.asn);
  }
  return [...found];
}

function lower(severity: Severity): Severity {
  return severities[Math.max(0, severities.indexOf(severity) - 1)]!;
}
