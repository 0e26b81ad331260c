import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { rangeInput } from '@sonde/scanner/addresses/address-input.ts';
import type { AddressFacts } from '@sonde/scanner/datasets/facts/address-facts.ts';
import { addressAt, type KnownDatasets } from '@sonde/scanner/datasets/facts/known-datasets.ts';
import { DomainError, InvalidInput } from '@sonde/shared/errors.ts';
import { addressBytes } from '@sonde/shared/net/address.ts';
import { bytesOfWords } from '@sonde/shared/net/prefix.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { AddressReportStore } from '../../../ports/addresses/address-reports.ts';
import type { AddressScanStore } from '../../../ports/addresses/address-scans.ts';
import type { AddressSightingStore } from '../../../ports/addresses/address-sightings.ts';
import type { Caller } from '../../people/access/caller.ts';
import { createJudge, type JudgePorts } from './judge-address.ts';

/** A scan of a range takes at most this many addresses, with an account and without one. */
export const mostAddresses = 65_536;
const mostWithoutAccount = 256;
const threatConfidence = 50;
/** Addresses that are looked at in one turn of the event loop. */
const perTurn = 256;

export interface ScanRangePorts extends JudgePorts {
  readonly datasets: KnownDatasets;
  readonly addressScans: Pick<AddressScanStore, 'scoresBetween'>;
  readonly addressReports: Pick<AddressReportStore, 'between'>;
  readonly addressSightings: Pick<AddressSightingStore, 'between'>;
  readonly clock: Clock;
}

/** A range run is a row of addresses of a range of which everything known is the same. */
export interface RangeRun {
  readonly first: string;
  readonly last: string;
  readonly count: number;
  readonly facts: AddressFacts;
  readonly abuseConfidence: number;
  readonly totalReports: number;
  /** Null if no blocklist is known to have said. */
  readonly isListed: boolean | null;
  /** Seen to answer: an earlier look found a name of it. Null if nobody looked. */
  readonly isAlive: boolean | null;
}

export interface RangeScan {
  readonly cidr: string;
  readonly totalAddresses: number;
  readonly scannedAddresses: number;
  /** In the order of the addresses; made as it is read. */
  readonly runs: () => AsyncGenerator<RangeRun>;
  /** The text of the address so many behind the first. */
  readonly addressAt: (distance: number) => string;
}

/**
 * Looks at a range by what is known on this machine alone: datasets, feeds, reports and earlier scans. Throws InvalidInput, and a
 * DomainError `forbidden` if the range is larger than the caller may ask for.
 */
export async function scanRange(
  request: { readonly cidr: string; readonly maxAddresses: number },
  caller: Caller,
  ports: ScanRangePorts,
): Promise<RangeScan> {
  const { cidr, prefix, size } = rangeInput(request.cidr);
  const isKnown = caller.kind !== 'anonymous';
  if (size > mostAddresses)
    throw new InvalidInput('cidr', 'A range has at most 65,536 addresses: a /16 of IPv4, a /112 of IPv6.');
  if (!isKnown && (size > mostWithoutAccount || request.maxAddresses > mostWithoutAccount))
    throw new DomainError(
      'forbidden',
      'Without an account a range has at most 256 addresses: a /24, or a /120 of IPv6.',
    );
  const count = Math.min(size, request.maxAddresses);
  const first = bytesOfWords(prefix.family, prefix.words);
  const at = (distance: number) => addressAt(first, distance);
  const [scores, reports, sightings, judge] = await Promise.all([
    ports.addressScans.scoresBetween(at(0), at(count - 1), mostAddresses),
    ports.addressReports.between(at(0), at(count - 1), mostAddresses),
    ports.addressSightings.between(at(0), at(count - 1), mostAddresses),
    createJudge(ports, ports.clock.now()),
  ]);
  const scoreOf = new Map(scores.map((score) => [score.ip, score]));
  const reportsOf = Map.groupBy(reports, ({ ip }) => ip);
  const sightingsOf = Map.groupBy(sightings, ({ ip }) => ip);

  const rateOf = (ip: string, facts: AddressFacts): Rate => {
    const told = reportsOf.get(ip) ?? [];
    const known = scoreOf.get(ip);
    const { score } = judge(ip, { facts, reports: told, sightings: sightingsOf.get(ip) ?? [] });
    return {
      abuseConfidence: Math.max(score.confidence, known?.abuseConfidence ?? 0),
      totalReports: told.length,
      isListed: known?.blacklistHits == null ? null : known.blacklistHits > 0,
      isAlive: known?.hasPtr ?? null,
    };
  };
  return {
    cidr,
    totalAddresses: size,
    scannedAddresses: count,
    addressAt: at,
    runs: async function* () {
      let open: { from: number; rate: Rate; facts: AddressFacts } | undefined;
      for (let piece = 0; piece < count; piece += perTurn) {
        // Others have their turn on the event loop.
        if (piece > 0) await setImmediate();
        const begin = addressBytes(at(piece));
        for (const { first: start, last, facts } of ports.datasets.walk(
          begin,
          Math.min(perTurn, count - piece),
        )) {
          let goesOn = open !== undefined && start === 0 && isDeepStrictEqual(open.facts, facts);
          for (let place = piece + start; place <= piece + last; place++) {
            const rate = rateOf(at(place), facts);
            if (!goesOn || !isSame(open!.rate, rate)) {
              if (open !== undefined) yield runOf(open.from, place - 1, open.facts, open.rate, at);
              open = { from: place, rate, facts };
            }
            goesOn = true;
          }
        }
      }
      if (open !== undefined) yield runOf(open.from, count - 1, open.facts, open.rate, at);
    },
  };
}

/** A range summary counts the addresses of a range by country and by autonomous system, and counts the bad ones. */
export class RangeSummary {
  addresses = 0;
  /** Null while nobody looked for a name of one of the addresses. */
  aliveAddresses: number | null = null;
  threatAddresses = 0;
  /** Null while no blocklist is known to have said anything about one of the addresses. */
  listedAddresses: number | null = null;
  readonly countries: Record<string, number> = {};
  readonly systems: Record<string, number> = {};

  add({ count, facts, abuseConfidence, isListed, isAlive }: RangeRun): void {
    this.addresses += count;
    if (isAlive !== null) this.aliveAddresses = (this.aliveAddresses ?? 0) + (isAlive ? count : 0);
    if (abuseConfidence >= threatConfidence) this.threatAddresses += count;
    if (isListed !== null) this.listedAddresses = (this.listedAddresses ?? 0) + (isListed ? count : 0);
    const country = facts.place?.country;
    if (country != null) this.countries[country] = (this.countries[country] ?? 0) + count;
    const asn = facts.system?.asn;
    if (asn !== undefined) this.systems[asn] = (this.systems[asn] ?? 0) + count;
  }
}

type Rate = Pick<RangeRun, 'abuseConfidence' | 'totalReports' | 'isListed' | 'isAlive'>;

function isSame(one: Rate, other: Rate): boolean {
  return (
    one.abuseConfidence === other.abuseConfidence &&
    one.totalReports === other.totalReports &&
    one.isListed === other.isListed &&
    one.isAlive === other.isAlive
  );
}

function runOf(
  from: number,
  last: number,
  facts: AddressFacts,
  rate: Rate,
  at: (distance: number) => string,
): RangeRun {
  return { first: at(from), last: at(last), count: last - from + 1, facts, ...rate };
}
