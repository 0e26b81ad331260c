import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { LearnedZone } from '../../../ports/threats/site-profiles.ts';
import { addressScope } from '../addresses.ts';
import type { BatchRows } from '../batch-rows.ts';
import type { AnswerTargets } from '../rows/answer-targets.ts';
import { sectionNumbers } from '../rows/read-records.ts';
import { LocatedMap } from '../state/located-map.ts';

const followed = 5_000;
/**
 * Names with private addresses alone, clients, and seconds, from which a domain is one of the site's own: who rebinds a name
 * shows a public address first, and does so for a few minutes.
 */
const leastNames = 5;
const leastClients = 3;
const leastSeconds = 12 * 3_600;
const mostZones = 200;

interface Seen {
  readonly since: number;
  readonly names: number[];
  readonly clients: number[];
  /** Names that had a public address, too. */
  readonly open: number[];
}

/** Own zones are learned by the private addresses of their names. */
export class OwnZones {
  readonly #seen = new LocatedMap<Seen>(followed);
  readonly #zones = new Map<number, Map<string, LearnedZone>>();

  observe(row: BatchRows): void {
    const { name, queryType } = row;
    if (row.answerCount === 0 || name.class !== 'ordinary' || name.registrable === undefined) return;
    if (queryType !== recordTypes.A && queryType !== recordTypes.AAAA) return;
    const isPrivate = hasPrivateAddress(row);
    const { locationId } = row;
    let seen = this.#seen.get(locationId, name.hash);
    if (seen === undefined) {
      if (!isPrivate) return;
      const since = row.observedSeconds;
      seen = this.#seen.add(locationId, name.hash, { since, names: [], clients: [], open: [] });
    }
    const own = name.textHash.low;
    if (!isPrivate) {
      if (seen.names.includes(own)) keep(seen.open, own, leastNames * 2);
      return;
    }
    keep(seen.names, own, leastNames * 4);
    keep(seen.clients, row.client.hash.low, leastClients);
    const at = row.observedSeconds;
    if (seen.clients.length < leastClients || at - seen.since < leastSeconds) return;
    if (closedNames(seen) < leastNames) return;
    this.learn(locationId, { zone: name.registrable, since: seen.since, seen: at });
  }

  learn(locationId: number, zone: LearnedZone): void {
    const zones = this.#zones.get(locationId) ?? new Map<string, LearnedZone>();
    this.#zones.set(locationId, zones);
    const known = zones.get(zone.zone);
    zones.delete(zone.zone);
    zones.set(zone.zone, { ...zone, since: Math.min(zone.since, known?.since ?? zone.since) });
    if (zones.size > mostZones) zones.delete(zones.keys().next().value!);
  }

  has(locationId: number, registrable: string | undefined): boolean {
    return registrable !== undefined && this.#zones.get(locationId)?.has(registrable) === true;
  }

  of(locationId: number): LearnedZone[] {
    return [...(this.#zones.get(locationId)?.values() ?? [])];
  }
}

/** Tells whether the answer's first address is one of a private network. */
export function hasPrivateAddress({ addresses }: BatchRows): boolean {
  return addresses.count > 0 && addressScope(addresses.bytes, 0) === 'private';
}

/** Tells whether an address that the answer hints at (RFC 9460 section 7.3) is one of a private network. */
export function hasPrivateHint(row: BatchRows, targets: AnswerTargets): boolean {
  let isPrivate = false;
  row.records((record) => {
    if (record.section === sectionNumbers.answer)
      targets.hints(row, record, () => {
        isPrivate ||= addressScope(targets.address) === 'private';
      });
  });
  return isPrivate;
}

/** Names that never had a public address. */
function closedNames({ names, open }: Seen): number {
  return names.filter((name) => !open.includes(name)).length;
}

function keep(hashes: number[], hash: number, most: number): void {
  if (hashes.length < most && !hashes.includes(hash)) hashes.push(hash);
}
