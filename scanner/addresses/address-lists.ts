import { setTimeout as delay } from 'node:timers/promises';
import { ExpiringCache } from '@sonde/shared/async/expiring-cache.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { ScanPorts } from '../ports/scanner.ts';
import { kindOf, reversedAddress, type ZoneKind } from '../protocols/dnsbl/address-zones.ts';
import type { ListAnswer } from '../protocols/dnsbl/list-answer.ts';
import { addressCanaries, ProvenZones } from '../protocols/dnsbl/proven-zones.ts';
import { versionOf } from './address-input.ts';

const mostAnswers = 50_000;
/** Milliseconds for which an answer is told again; of a listing as long as its records say, within bounds. */
const cleanFor = 300_000;
const longestListing = 3_600_000;
/** What work that nobody waits for leaves to those who do, and milliseconds until it looks again. */
const reserve = 2;
const again = 250;
/** Questions that a zone is asked at once, and those that come back in a second: publishers count. */
const burst = 5;
const perSecond = 2;

export interface ListEntry {
  readonly zone: string;
  readonly kind: ZoneKind;
  readonly answer: ListAnswer;
}

/** The address lists are lists of addresses in the DNS that the operator may use. */
export class AddressLists {
  readonly zones: readonly string[];
  readonly #proven: ProvenZones;
  readonly #answers: ExpiringCache<ListAnswer>;
  readonly #clock: Clock;
  /** By zone, what is left of the burst and since when. */
  readonly #paces = new Map<string, { left: number; at: number }>();

  constructor(zones: readonly string[], clock: Clock) {
    this.zones = zones;
    this.#clock = clock;
    this.#proven = new ProvenZones(clock);
    this.#answers = new ExpiringCache(mostAnswers, clock);
  }

  /** Asks each list about an address. Never rejects for what the network does. */
  ask(address: string, ports: Pick<ScanPorts, 'dns' | 'signal'>): Promise<ListEntry[]> {
    return Promise.all(this.zones.map((zone) => this.#askZone(zone, address, ports)));
  }

  /**
   * Asks as ask() does for work that nobody waits for: waits until each list may be asked. Rejects only if the signal
   * aborts.
   */
  askPatiently(address: string, ports: Pick<ScanPorts, 'dns' | 'signal'>): Promise<ListEntry[]> {
    return Promise.all(this.zones.map((zone) => this.#askZone(zone, address, ports, true)));
  }

  async #askZone(
    zone: string,
    address: string,
    ports: Pick<ScanPorts, 'dns' | 'signal'>,
    isPatient = false,
  ): Promise<ListEntry> {
    const key = `${zone} ${address}`;
    let answer = this.#answers.get(key);
    if (answer === undefined) {
      while (isPatient && this.#left(zone) < 1 + reserve)
        await delay(again, undefined, { signal: ports.signal });
      answer = this.#take(zone)
        ? await this.#proven.ask(reversedAddress(address), zone, addressCanaries[versionOf(address)], ports)
        : {
            status: 'unknown',
            message: `${zone} has been asked as often as it may be for now.`,
            isSilence: true,
          };
      if (answer.status === 'clean') this.#answers.set(key, answer, cleanFor);
      if (answer.status === 'listed')
        this.#answers.set(key, answer, Math.min(longestListing, Math.max(cleanFor, answer.ttl * 1_000)));
    }
    return { zone, kind: kindOf(zone, answer.status === 'listed' ? answer.codes : []), answer };
  }

  #left(zone: string): number {
    const now = this.#clock.now();
    const pace = this.#paces.get(zone) ?? { left: burst, at: now };
    return Math.min(burst, pace.left + ((now - pace.at) / 1_000) * perSecond);
  }

  #take(zone: string): boolean {
    const now = this.#clock.now();
    const left = this.#left(zone);
    this.#paces.set(zone, { left: left >= 1 ? left - 1 : left, at: now });
    return left >= 1;
  }
}
