import { ExpiringCache } from '@sonde/shared/async/expiring-cache.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { ScanPorts } from '../../ports/scanner.ts';
import { askListFor, type ListAnswer } from './list-answer.ts';

/** Milliseconds for which a zone that proved itself is believed, and one that did not is left alone. */
const believed = 6 * 3_600_000;
const doubted = 600_000;
const mostZones = 1_000;

/** The canaries are the names that every list must have, and the one that none may have (RFC 5782 section 5). */
export interface Canaries {
  /** One of them is enough: some lists have a name of their own. */
  readonly listed: readonly string[];
  readonly clean: string;
}

export const addressCanaries: Readonly<Record<4 | 6, Canaries>> = {
  4: { listed: ['2.0.0.127'], clean: '1.0.0.127' },
  6: { listed: [nibbles('2')], clean: nibbles('1') },
};

/** Lists of domains whose entry for tests has another name. */
const ownTests: Readonly<Record<string, string>> = {
  'dbl.spamhaus.org': 'dbltest.com',
  'multi.surbl.org': 'surbl-org-permanent-test-point.com',
  'multi.uribl.com': 'test.uribl.com',
};

export function domainCanaries(zone: string): Canaries {
  const own = Object.entries(ownTests).find(([known]) => zone === known || zone.endsWith(`.${known}`));
  return { listed: ['test', ...(own === undefined ? [] : [own[1]])], clean: 'invalid' };
}

type Proof = { readonly proven: true } | { readonly proven: false; readonly answer: ListAnswer };

/**
 * The proven zones are the zones whose answers are believed: they list the entries that every list must have, and not
 * the entry that none may have.
 */
export class ProvenZones {
  readonly #proofs: ExpiringCache<Proof>;

  constructor(clock: Clock) {
    this.#proofs = new ExpiringCache(mostZones, clock);
  }

  /** Asks a zone about a name; `refused` or `unknown` if the zone can not be believed. */
  async ask(
    name: string,
    zone: string,
    canaries: Canaries,
    ports: Pick<ScanPorts, 'dns' | 'signal'>,
  ): Promise<ListAnswer> {
    const proof = await this.#prove(zone, canaries, ports);
    return proof.proven ? askListFor(name, zone, ports) : proof.answer;
  }

  async #prove(zone: string, canaries: Canaries, ports: Pick<ScanPorts, 'dns' | 'signal'>): Promise<Proof> {
    const key = `${zone} ${canaries.clean}`;
    const known = this.#proofs.get(key);
    if (known !== undefined) return known;
    const proof = await prove(zone, canaries, ports);
    // What a scan that was broken off did not hear says nothing of the zone.
    if (!ports.signal.aborted) this.#proofs.set(key, proof, proof.proven ? believed : doubted);
    return proof;
  }
}

async function prove(
  zone: string,
  { listed, clean }: Canaries,
  ports: Pick<ScanPorts, 'dns' | 'signal'>,
): Promise<Proof> {
  const [never, ...tests] = await Promise.all(
    [clean, ...listed].map((name) => askListFor(name, zone, ports)),
  );
  const fault = [never!, ...tests].find(({ status }) => status === 'refused');
  if (fault !== undefined) return { proven: false, answer: fault };
  if (never!.status === 'listed')
    return doubt(`${zone} lists what no list may have, so that it says nothing.`);
  if (never!.status === 'unknown') return { proven: false, answer: never! };
  if (tests.some(({ status }) => status === 'listed')) return { proven: true };
  return tests.find(({ status }) => status === 'unknown') === undefined
    ? doubt(`${zone} does not list what every list has to have, so that it says nothing.`)
    : { proven: false, answer: tests.find(({ status }) => status === 'unknown')! };
}

function doubt(message: string): Proof {
  return { proven: false, answer: { status: 'unknown', message, isSilence: false } };
}

/** `::ffff:127.0.0.x` backwards, by nibbles. */
function nibbles(last: string): string {
  return [last, ...'00000f7', ...'ffff', ...'0'.repeat(20)].join('.');
}
