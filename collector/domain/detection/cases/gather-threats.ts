import { isIP } from 'node:net';
import type { GatheredThreat, Gathering, OpenCase } from '../../../ports/threats/cases.ts';
import { nameFacts } from '../names/name-facts.ts';

/** Milliseconds between threats of one client that still belong together. */
export const nearInTime = 6 * 3_600_000;
/** The same of threats with one cause, and the time after its beginning that a case takes no more in. */
const longest = 7 * 86_400_000;
/** Threats of one kind that begin so soon after one another at several clients have one cause: a resolver, a network. */
const oneOutage = 600_000;
/** A case that has so many takes no more in: nobody reads longer ones. */
export const mostThreats = 200;

interface Growing extends Pick<OpenCase, 'locationId' | 'clientAddress' | 'cause'> {
  /** Undefined for one that begins now. */
  readonly id: number | undefined;
  /** Of several that fit, the one with the lowest takes a threat. */
  readonly place: number;
  readonly threats: GatheredThreat[];
  readonly added: number[];
  /** Milliseconds since 1970 of its first threat. */
  begun: number;
}

/** Tells whether many clients are behind an address of a location, so that what it asks for has nothing in common. */
export type IsShared = (locationId: number, clientAddress: string) => boolean;

/**
 * Puts threats into cases: by their cause (a domain, an address), else by their client and time, else by what several clients
 * begin to do at once. The same threats and open cases give the same, whoever asks.
 */
export function gatherThreats(
  threats: readonly GatheredThreat[],
  open: readonly OpenCase[],
  isShared: IsShared = () => false,
): Gathering {
  const cases = new CaseIndex();
  for (const one of open.toSorted((left, right) => left.id - right.id)) {
    const growing = cases.begin(one.id, one);
    for (const threat of one.threats) cases.put(growing, threat);
  }
  for (const threat of threats) {
    const cause = causeOf(threat);
    const found =
      cases.sameCause(threat, cause) ??
      cases.sameClient(threat, isShared) ??
      (cause === '' ? cases.sameOutage(threat) : undefined);
    const { locationId, clientAddress } = threat;
    const joined = found ?? cases.begin(undefined, { locationId, clientAddress, cause });
    cases.put(joined, threat);
    joined.added.push(threat.id);
  }
  const grown = cases.all.filter(({ added }) => added.length > 0);
  return {
    joined: grown.flatMap(({ id, added }) => (id === undefined ? [] : [{ caseId: id, threatIds: added }])),
    begun: grown.flatMap(({ id, locationId, clientAddress, cause, added }) =>
      id === undefined ? [{ locationId, clientAddress, cause, threatIds: added }] : [],
    ),
  };
}

/**
 * A case index finds cases by what a threat has in common with them: there may be thousands, of hundreds of threats each, and the loop
 * waits.
 */
class CaseIndex {
  readonly all: Growing[] = [];
  readonly #byCause = new Map<string, Set<Growing>>();
  readonly #byClient = new Map<string, Set<Growing>>();
  readonly #byWay = new Map<string, Set<Growing>>();

  begin(id: number | undefined, from: Pick<OpenCase, 'locationId' | 'clientAddress' | 'cause'>): Growing {
    const { locationId, clientAddress, cause } = from;
    const place = this.all.length;
    const added = { id, place, locationId, clientAddress, cause, threats: [], added: [], begun: Infinity };
    this.all.push(added);
    if (clientAddress !== '') note(this.#byClient, `${locationId} ${clientAddress}`, added);
    return added;
  }

  put(one: Growing, threat: GatheredThreat): void {
    const { locationId } = one;
    if (one.threats.length === 0 && one.cause === '') note(this.#byWay, `${locationId} ${threat.type}`, one);
    one.threats.push(threat);
    one.begun = Math.min(one.begun, threat.firstSeenAt.getTime());
    const cause = causeOf(threat);
    if (cause !== '') note(this.#byCause, `${locationId} ${cause}`, one);
  }

  sameCause(threat: GatheredThreat, cause: string): Growing | undefined {
    return cause === '' ? undefined : first(this.#byCause.get(`${threat.locationId} ${cause}`), threat);
  }

  sameClient(threat: GatheredThreat, isShared: IsShared): Growing | undefined {
    const { locationId, clientAddress } = threat;
    const candidates = this.#byClient.get(`${locationId} ${clientAddress}`);
    if (candidates === undefined || isShared(locationId, clientAddress)) return undefined;
    return first(candidates, threat, ({ threats }) =>
      threats.some((other) => gap(other, threat) <= nearInTime),
    );
  }

  sameOutage(threat: GatheredThreat): Growing | undefined {
    const candidates = this.#byWay.get(`${threat.locationId} ${threat.type}`);
    return first(candidates, threat, ({ threats }) => {
      const apart = threats[0]!.firstSeenAt.getTime() - threat.firstSeenAt.getTime();
      return Math.abs(apart) <= oneOutage;
    });
  }
}

function note(index: Map<string, Set<Growing>>, key: string, one: Growing): void {
  const known = index.get(key);
  if (known === undefined) index.set(key, new Set([one]));
  else known.add(one);
}

/** The first of these cases, by their places, that has room for a threat and fits. */
function first(
  cases: ReadonlySet<Growing> | undefined,
  threat: GatheredThreat,
  fits: (one: Growing) => boolean = () => true,
): Growing | undefined {
  let found: Growing | undefined;
  for (const one of cases ?? []) {
    if (found !== undefined && one.place > found.place) continue;
    if (hasRoom(one, threat) && fits(one)) found = one;
  }
  return found;
}

/**
 * Gives what a threat is about beside its client: a registrable domain or an address; empty for a client's way of asking.
 * Subjects are a domain, a client, or a client and what it talks to.
 */
export function causeOf({
  type,
  subject,
  source,
  clientAddress,
}: Pick<GatheredThreat, 'type' | 'subject' | 'source' | 'clientAddress'>): string {
  // Its subject is a client and the title of a rule.
  if (type === 'sigma' && source === 'detection') return '';
  const [first = '', second] = subject.split(' ');
  const isClients = source === 'detection' && isIP(first) !== 0;
  const about = second ?? (isClients && first === clientAddress ? '' : first);
  if (about === '' || isIP(about) !== 0) return about;
  if (!about.includes('.')) return '';
  return nameFacts(about).registrable ?? about;
}

function hasRoom({ threats, begun }: Growing, { lastSeenAt }: GatheredThreat): boolean {
  return threats.length < mostThreats && lastSeenAt.getTime() - begun <= longest;
}

/** Milliseconds between two threats; 0 if they overlap. */
function gap(one: GatheredThreat, other: GatheredThreat): number {
  return Math.max(
    0,
    one.firstSeenAt.getTime() - other.lastSeenAt.getTime(),
    other.firstSeenAt.getTime() - one.lastSeenAt.getTime(),
  );
}
