import type { Payload } from '../../names/name-facts.ts';
import { DistinctCounter } from '../../state/distinct-counter.ts';
import { LookUps } from './look-ups.ts';

/** The newest names that are kept; enough for every threshold of a minute. */
const kept = 64;
const samples = 5;
/** Seconds between two names on average, at the most, for what counts as steady. */
const slowestPace = 12;
/** After that many seconds without a name, it starts anew. */
const idleSeconds = 600;

interface Seen {
  names: number;
  payload: number;
  bits: number;
  carriers: number;
  /** Seconds since 1970 of the first of them. */
  from: number;
  samples: string[];
}

interface Entry {
  readonly at: number;
  readonly payload: Payload;
  readonly carrier: boolean;
  readonly name: string;
}

/** A tunnel track remembers the latest queries of one client for one domain, as far as they may be a tunnel. */
export class TunnelTrack {
  /** Since it became active. */
  lookUps = new LookUps();
  #entries: Entry[] = [];
  #names = new DistinctCounter(4_096);
  #labels = new DistinctCounter(4_096);
  #namesAdded = 0;
  #since = 0;
  #last = 0;
  #total = 0;
  #bits = 0;
  #count = 0;
  #carriers = 0;
  #unreported = 0;

  /** Octets since it became active. */
  get totalPayload(): number {
    return this.#total;
  }

  get activeSeconds(): number {
    return this.#last - this.#since;
  }

  /**
   * Tells whether the track goes on evenly, since it became active, with types that carry data: names however short.
   */
  isSteady(names: number, seconds: number, carrierShare: number, encodedBits: number): boolean {
    return (
      this.#count >= names &&
      this.activeSeconds >= seconds &&
      this.activeSeconds <= this.#count * slowestPace &&
      this.#carriers >= this.#count * carrierShare &&
      this.#bits >= this.#total * encodedBits
    );
  }

  isNewName(hash: number): boolean {
    // Before the bits are so full that new names pass for old ones, they are cleared.
    if (++this.#namesAdded > 1_000) {
      this.#namesAdded = 0;
      this.#names = new DistinctCounter(4_096);
      this.#labels = new DistinctCounter(4_096);
    }
    return this.#names.add(hash);
  }

  readonly isNewLabel = (hash: number): boolean => this.#labels.add(hash);

  add(at: number, payload: Payload, carrier: boolean, name: string): void {
    if (at - this.#last > idleSeconds) {
      this.#since = at;
      this.#total = 0;
      this.#bits = 0;
      this.#count = 0;
      this.#carriers = 0;
      this.#entries = [];
      this.#unreported = 0;
      this.lookUps = new LookUps();
    }
    this.#last = Math.max(this.#last, at);
    this.#total += payload.octets;
    this.#bits += payload.bits;
    this.#count++;
    if (carrier) this.#carriers++;
    this.#unreported++;
    this.#entries.push({ at, payload, carrier, name });
    if (this.#entries.length > kept) this.#entries.shift();
  }

  /** Names since the last time that this was asked for. */
  takeUnreported(): number {
    const count = this.#unreported;
    this.#unreported = 0;
    return count;
  }

  /** Sums over the window that ends with the newest name. */
  within(seconds: number): Seen {
    const seen: Seen = {
      names: 0,
      payload: 0,
      bits: 0,
      carriers: 0,
      from: this.#last,
      samples: [],
    };
    for (const { at, payload, carrier, name } of this.#entries) {
      if (at <= this.#last - seconds) continue;
      seen.names++;
      seen.payload += payload.octets;
      seen.bits += payload.bits;
      if (carrier) seen.carriers++;
      seen.from = Math.min(seen.from, at);
      if (seen.samples.length < samples) seen.samples.push(name);
    }
    return seen;
  }
}
