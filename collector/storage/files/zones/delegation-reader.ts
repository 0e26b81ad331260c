import { ZoneError } from '../../../ports/traffic/zones.ts';

/** The longest line of a zone file that is believed. */
const longestLine = 65_536;
const name = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_-]{1,63})*$/;

/**
 * Reads the names that a zone delegates out of its file (RFC 1035 section 5), some octets at a time: owners of NS records
 * below the zone. Nothing else of the file is kept.
 */
export class DelegationReader {
  readonly #zone: string;
  readonly #onName: (name: string) => void;
  #rest = '';
  #origin: string;
  #owner = '';
  #last = '';
  #hasSoa = false;
  malformed = 0;

  /** The zone without the dot at its end. A name comes once for all of its records that follow each other. */
  constructor(zone: string, onName: (name: string) => void) {
    this.#zone = zone;
    this.#origin = `${zone}.`;
    this.#onName = onName;
  }

  /** Throws a ZoneError if that is no zone file. */
  push(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop()!;
    if (this.#rest.length > longestLine) throw new ZoneError('no_zone', 'A line of it has no end.');
    for (const line of lines) this.#line(line);
  }

  end(): void {
    this.#line(this.#rest);
    this.#rest = '';
    if (!this.#hasSoa) throw new ZoneError('no_zone', `It has no SOA record of ${this.#zone}.`);
  }

  #line(line: string): void {
    if (line === '') return;
    const [first, ...fields] = line.split(';', 1)[0]!.trimEnd().split(/\s+/);
    if (first === undefined) return;
    if (first.toUpperCase() === '$ORIGIN') {
      const origin = (fields[0] ?? '').toLowerCase();
      this.#origin = origin.endsWith('.') ? origin : `${origin}.${this.#origin}`;
      return;
    }
    if (first !== '') this.#owner = this.#absolute(first.toLowerCase());
    const type = typeOf(fields);
    if (type === 'SOA' && this.#owner === `${this.#zone}.`) this.#hasSoa = true;
    if (type !== 'NS' || this.#owner === `${this.#zone}.` || this.#owner === this.#last) return;
    this.#last = this.#owner;
    const bare = this.#owner.slice(0, -1);
    if (bare.endsWith(`.${this.#zone}`) && name.test(bare)) this.#onName(bare);
    else this.malformed++;
  }

  #absolute(owner: string): string {
    if (owner === '@') return this.#origin;
    return owner.endsWith('.') ? owner : `${owner}.${this.#origin}`;
  }
}

/** The first field that is neither a time to live nor a class. */
function typeOf(fields: readonly string[]): string | undefined {
  for (const field of fields.slice(0, 3)) {
    const upper = field.toUpperCase();
    if (!/^\d/.test(upper) && upper !== 'IN') return upper;
  }
  return undefined;
}
