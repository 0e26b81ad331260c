import type { ExpiringCache } from '@sonde/shared/async/expiring-cache.ts';
import { kept } from '@sonde/shared/async/kept.ts';
import { ancestry, isAtOrBelow, parentName } from '@sonde/shared/dns/name-relations.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { DnsAnswer, DnsQuestion } from '../../../ports/dns-answer.ts';
import type { DnsRecord } from '../../../ports/dns-record.ts';
import type { NameServer } from '../../../ports/dns-resolution.ts';
import { refusedOutside } from '../exchange/patient-question.ts';
import { failedAnswer } from '../message/answer-of.ts';
import { type AskZoneParts, askZone } from './ask-zone.ts';
import { delegationSigner } from './delegation-signer.ts';
import { Exploration } from './exploration.ts';
import type { RootSilence } from './root-silence.ts';
import { addressesOf, readReferral, type ZoneCut } from './zone-cut.ts';

const maxReferrals = 24;
/** Names of servers whose addresses are looked up for one delegation without glue (NXNSAttack, CVE-2020-8616). */
const maxLookedUpServers = 4;
/** Addresses that are enough to ask a zone; as many names are looked up at once. */
const enoughServers = 2;
/** Looking for servers may need other servers, which may need others. */
const maxDepth = 6;

export interface Lookup {
  readonly answer: DnsAnswer;
  /** The zone whose server answered; undefined if none did. */
  readonly zone: string | undefined;
}

export interface IterativeParts extends AskZoneParts {
  readonly root: ZoneCut;
  readonly rootSilence: RootSilence;
  /** Cuts that scans share, by zone: top-level domains, of which every scan needs some. */
  readonly sharedCuts: ExpiringCache<ZoneCut>;
  /** Answers that scans share, by `name type`: keys and policies of the root and of top-level domains. */
  readonly sharedAnswers: ExpiringCache<Lookup>;
  /** Addresses that scans share, by the name of the name server: those of a company serve many zones. */
  readonly sharedHosts: ExpiringCache<readonly string[]>;
  readonly shareMilliseconds: number;
}

/**
 * An iterative lookup finds answers by going down from the root. Each name and type is looked up once in its life,
 * which is that of a scan.
 */
export class IterativeLookup {
  readonly #parts: IterativeParts;
  readonly #cuts = new Map<string, ZoneCut>();
  readonly #lookups = new Map<string, Promise<Lookup>>();
  readonly #exploration = new Exploration();
  /** Addresses of zones' servers beside the glue. */
  readonly #lookedUp = new Map<string, Promise<string[]>>();

  constructor(parts: IterativeParts) {
    this.#parts = parts;
  }

  /** Finds the answer of the servers that the name lies with; aliases in it are not followed to other zones. */
  lookUp(name: string, type: number, path: readonly string[] = []): Promise<Lookup> {
    // Before any server is chosen: none of them is to blame for it.
    const refused = refusedOutside({ name, type }, this.#parts.outside);
    if (refused !== undefined) return Promise.resolve({ answer: refused, zone: undefined });
    const key = `${name} ${type}`;
    if (path.includes(key)) return Promise.resolve(circle({ name, type }));
    const shared = this.#parts.sharedAnswers.get(key);
    if (shared !== undefined) return Promise.resolve(shared);
    const known = this.#lookups.get(key);
    if (known !== undefined) {
      // Two who look for servers may wait for each other: that would be for ever.
      return path.length === 0 ? known : Promise.race([known, this.#circleBreaker({ name, type })]);
    }
    const lookup = this.#walk({ name, type }, [...path, key]).then((found) => this.#share(key, found));
    this.#lookups.set(key, lookup);
    return lookup;
  }

  /** Returns the delegation of a zone as its parent gave it, if one was met on the way. */
  cutOf(zone: string): ZoneCut | undefined {
    return this.#cuts.get(zone) ?? this.#parts.sharedCuts.get(zone);
  }

  async #walk(question: DnsQuestion, path: readonly string[]): Promise<Lookup> {
    const { name, type } = question;
    const start = type === recordTypes.DS ? (parentName(name) ?? '.') : name;
    if (type === recordTypes.DS) {
      const known = this.cutOf(name);
      const told = known && delegationSigner(known);
      if (known !== undefined && told !== undefined) return { answer: told, zone: known.from };
    }
    for (let count = 0; count < maxReferrals; count++) {
      const cut = this.#closestCut(start);
      const addresses = await this.#addresses(cut, path);
      const explored = this.#exploration.begin(cut.zone, start);
      if (explored.others !== undefined) {
        // Somebody else is finding out what lies that way: many questions at once need one referral.
        await explored.others;
        continue;
      }
      const answer = await this.#askServers(cut, addresses, question, path);
      const next = readReferral(answer, name, cut.zone);
      if (next !== undefined) this.#remember(next);
      explored.end();
      if (answer.failure !== undefined) return { answer, zone: undefined };
      if (next === undefined) return { answer: inBailiwick(answer, cut.zone), zone: cut.zone };
      if (type === recordTypes.DS && next.zone === name) {
        const told = delegationSigner(next);
        if (told !== undefined) return { answer: told, zone: cut.zone };
        return { answer: { ...answer, answer: [] }, zone: cut.zone };
      }
    }
    return { answer: tooLong(question, 'The referrals do not come to an end.'), zone: undefined };
  }

  #closestCut(name: string): ZoneCut {
    for (const zone of ancestry(name)) {
      const cut = this.cutOf(zone);
      if (cut !== undefined) return cut;
    }
    return this.#parts.root;
  }

  #remember(cut: ZoneCut): void {
    this.#cuts.set(cut.zone, cut);
    if (isShared(cut.zone)) this.#parts.sharedCuts.set(cut.zone, cut, this.#parts.shareMilliseconds);
  }

  #share(key: string, found: Lookup): Lookup {
    const { answer } = found;
    const isOfAll = saysOfTopLevel(answer.question.name) && answer.failure === undefined;
    if (isOfAll)
      this.#parts.sharedAnswers.set(
        key,
        { ...found, answer: { ...answer, transport: 'cache' } },
        this.#parts.shareMilliseconds,
      );
    return found;
  }

  /** Asks where the glue leads, and where none of those servers is of use, others: those without glue, or with stale glue. */
  async #askServers(
    cut: ZoneCut,
    addresses: readonly string[],
    question: DnsQuestion,
    path: readonly string[],
  ): Promise<DnsAnswer> {
    if (cut.zone === '.') return this.#askRoot(addresses, question);
    const answer = await askZone(this.#parts, cut.zone, addresses, question);
    const { failure } = answer;
    const isFinal = failure === undefined || failure === 'budget' || addresses.length === 0;
    // Whoever looks for a server itself does not wait for others who do.
    if (isFinal || path.length > 1) return answer;
    // Anew, as addresses that another scan has found may be out of date.
    const found = await kept(this.#lookedUp, cut.zone, () =>
      this.#lookUpServers(cut, (name) => this.#serverAddresses(name, path)),
    );
    const others = found.filter((address) => !addresses.includes(address));
    if (others.length === 0) return answer;
    this.#cuts.set(cut.zone, withAddresses(cut, others));
    const other = await askZone(this.#parts, cut.zone, others, question);
    return other.failure === undefined ? other : answer;
  }

  async #askRoot(addresses: readonly string[], question: DnsQuestion): Promise<DnsAnswer> {
    const { rootSilence } = this.#parts;
    const known = rootSilence.answerTo(question);
    if (known !== undefined) return known;
    const answer = await askZone(this.#parts, '.', addresses, question);
    rootSilence.note(answer);
    return rootSilence.answerTo(question) ?? answer;
  }

  /** Glue if the parent gave any; else the names of the servers are looked up themselves. */
  async #addresses(cut: ZoneCut, path: readonly string[]): Promise<readonly string[]> {
    const glue = cut.servers.flatMap((server) => server.addresses);
    if (glue.length > 0 || path.length > maxDepth) return glue;
    const found = await this.#lookUpServers(
      cut,
      async (name) => this.#parts.sharedHosts.get(name) ?? this.#serverAddresses(name, path),
    );
    this.#cuts.set(cut.zone, withAddresses(cut, found));
    return found;
  }

  async #lookUpServers(
    cut: ZoneCut,
    addressesOfHost: (name: string) => Promise<readonly string[]>,
  ): Promise<string[]> {
    const found: string[] = [];
    // A server below the zone that it serves can't be found without glue.
    const outside = cut.servers
      .filter(({ name }) => !isAtOrBelow(name, cut.zone))
      .slice(0, maxLookedUpServers);
    for (let at = 0; at < outside.length && found.length < enoughServers; at += enoughServers) {
      const some = outside.slice(at, at + enoughServers);
      found.push(...(await Promise.all(some.map(({ name }) => addressesOfHost(name)))).flat());
    }
    return found;
  }

  /** IPv4 addresses of a name server's name, and IPv6 ones if there are no others. */
  async #serverAddresses(name: string, path: readonly string[]): Promise<string[]> {
    for (const type of [recordTypes.A, recordTypes.AAAA]) {
      const { answer } = await this.lookUp(name, type, path);
      const addresses = addressesOf(answer.answer);
      if (addresses.length === 0) continue;
      const seconds = Math.min(...answer.answer.map(({ ttl }) => ttl));
      const { sharedHosts, shareMilliseconds } = this.#parts;
      sharedHosts.set(name, addresses, Math.min(seconds * 1_000, shareMilliseconds));
      return addresses;
    }
    return [];
  }

  async #circleBreaker(question: DnsQuestion): Promise<Lookup> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.#parts.timeoutMilliseconds * 2);
    timer.unref();
    await promise;
    return circle(question);
  }
}

function circle(question: DnsQuestion): Lookup {
  const answer = tooLong(question, 'The servers can only be found through each other.');
  return { answer, zone: undefined };
}

/** A top-level domain's own data, and what it says of itself in names of that purpose: `_dmarc.com` is asked for by every scan. */
function saysOfTopLevel(name: string): boolean {
  return isShared(name) || (name.startsWith('_') && isShared(parentName(name)!));
}

function isShared(name: string): boolean {
  return name === '.' || parentName(name) === '.';
}

function withAddresses(cut: ZoneCut, addresses: readonly string[]): ZoneCut {
  const [first, ...others] = cut.servers as [NameServer, ...NameServer[]];
  return first === undefined ? cut : { ...cut, servers: [{ ...first, addresses }, ...others] };
}

/** A server speaks for its zone and what is below; the rest of what it says is not heard. */
function inBailiwick(answer: DnsAnswer, zone: string): DnsAnswer {
  const ours = (record: DnsRecord) => isAtOrBelow(record.name, zone);
  const { answer: records, authority } = answer;
  if (zone === '.' || (records.every(ours) && authority.every(ours))) return answer;
  return { ...answer, answer: records.filter(ours), authority: authority.filter(ours) };
}

function tooLong(question: DnsQuestion, failureMessage: string): DnsAnswer {
  return failedAnswer(question, { failure: 'too_long_a_chain', failureMessage });
}
