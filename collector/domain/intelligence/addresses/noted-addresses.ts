import { isIP } from 'node:net';
import type { KnownDatasets } from '@sonde/scanner/datasets/facts/known-datasets.ts';
import { ExpiringCache } from '@sonde/shared/async/expiring-cache.ts';
import { addressBytes } from '@sonde/shared/net/address.ts';
import { specialNetworkOf } from '@sonde/shared/net/special-purpose.ts';
import type { AddressNote } from '@sonde/shared/schemas/address-note.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { AddressNotes } from '../../../ports/networks/address-notes.ts';
import { marked } from './address-answer.ts';

/** In one answer. */
const mostNotes = 2_000;
const mostKept = 20_000;
/** Milliseconds: a dataset may become too old meanwhile to be relied upon. */
const keptFor = 300_000;

/**
 * Noted addresses have notes by the datasets that are loaded. Pages name the same addresses again and again, so that
 * notes are kept a while.
 */
export class NotedAddresses implements AddressNotes {
  readonly #datasets: Pick<KnownDatasets, 'brief' | 'generation' | 'isEmpty'>;
  readonly #clock: Clock;
  #generation = -1;
  #kept: ExpiringCache<AddressNote | 'nobody'>;

  constructor(datasets: Pick<KnownDatasets, 'brief' | 'generation' | 'isEmpty'>, clock: Clock) {
    this.#datasets = datasets;
    this.#clock = clock;
    this.#kept = new ExpiringCache(mostKept, clock);
  }

  of(texts: Iterable<string>): AddressNote[] | null {
    if (this.#datasets.isEmpty) return null;
    if (this.#generation !== this.#datasets.generation) {
      this.#generation = this.#datasets.generation;
      this.#kept = new ExpiringCache(mostKept, this.#clock);
    }
    const notes: AddressNote[] = [];
    const met = new Set<string>();
    for (const text of texts) {
      if (met.has(text)) continue;
      met.add(text);
      const note = this.#note(text);
      if (note !== 'nobody') notes.push(note);
      // What is nobody costs as much to find out.
      if (met.size === mostNotes) break;
    }
    return notes;
  }

  #note(text: string): AddressNote | 'nobody' {
    let note = this.#kept.get(text);
    if (note === undefined) {
      note = this.#look(text);
      // Names come in any number, and are told from addresses at once.
      if (note !== 'nobody' || isAddress(text)) this.#kept.set(text, note, keptFor);
    }
    return note;
  }

  #look(ip: string): AddressNote | 'nobody' {
    if (!isAddress(ip)) return 'nobody';
    const { system, place, hosting, vpn, tor, relay, anycast } = this.#datasets.brief(addressBytes(ip));
    const isKnown = system !== null || place !== null;
    // An operator's own table may know his private networks; nobody else does.
    if (!isKnown && specialNetworkOf(ip) !== undefined) return 'nobody';
    return {
      ip,
      asn: system?.asn ?? null,
      asn_name: system?.name ?? null,
      country: place?.country ?? null,
      is_hosting: marked(hosting),
      is_vpn: marked(vpn),
      is_tor: marked(tor),
      is_relay: marked(relay),
      is_anycast: marked(anycast),
    };
  }
}

function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}
