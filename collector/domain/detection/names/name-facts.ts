import { parse } from 'tldts';
import { textHash } from '../state/text-hash.ts';
import { type BrandImitation, brandImitationOf } from './brand-imitation.ts';
import { type CraftedForm, craftedFormOf } from './crafted-form.ts';
import { type DomainHash, domainHash } from './domain-hash.ts';
import type { KnownService } from './known/define-known.ts';
import { knownServices } from './known/known-names.ts';
import { deliveryNetworks, lookupServices } from './lookup-services.ts';
import { nameTraits } from './name-traits.ts';
import { localTopLevels } from './special-names.ts';

/**
 * A name's class tells what the name is for. `ordinary`: a name of the public DNS. `lookup`: below a service that is
 * asked by data in names. `delivery`: below a network that names machines by machine. `reverse`: in-addr.arpa and the
 * like. `local`: meant for the local network. `unknown`: its top-level domain is neither in the IANA's list nor a known
 * local one. `single`: one label.
 */
export type NameClass = 'ordinary' | 'lookup' | 'delivery' | 'reverse' | 'local' | 'unknown' | 'single';

/** A payload states how much of a name may be data that somebody put into it, and how unlike language that is. */
export interface Payload {
  octets: number;
  /** Bits by the language model; eight for each octet outside ASCII. */
  bits: number;
}

/** A label payload states what one label may carry, and has 32 bits of its text. */
export interface LabelPayload extends Readonly<Payload> {
  readonly hash: number;
}

export interface NameFacts {
  readonly text: string;
  readonly class: NameClass;
  /** The registrable domain by the Public Suffix List with its private section; undefined if there is none. */
  readonly registrable: string | undefined;
  /** The registrable domain's first label. */
  readonly label: string;
  readonly suffix: string;
  /** The suffix is in the private section: anybody may be given a name below it. */
  readonly isPrivateSuffix: boolean;
  /** The part before the registrable domain, in presentation form, without the dot between; may be empty. */
  readonly subdomain: string;
  /** The hash of the registrable domain. */
  readonly hash: DomainHash;
  /** The hash of the whole name. */
  readonly textHash: DomainHash;
  /** The domain itself, or a host as most sites have one. */
  readonly isOrdinaryHost: boolean;
  /** Those of the row traits that follow from the name alone. */
  readonly traits: number;
  /** 32 bits of the subdomain's text. */
  readonly subdomainHash: number;
  /** The service that the name is of, if it tells what whoever asks is about. */
  readonly known: KnownService | undefined;
  /** What shows that an intruder's tool made the name; undefined for all others. */
  readonly crafted: CraftedForm | undefined;
  /** How the registrable domain imitates a well-known brand. */
  readonly brandImitation: BrandImitation | undefined;
  /** What the labels of the subdomain may carry, and all of them at the most; filled in by the first detector that asks. */
  labels: readonly LabelPayload[] | undefined;
  payload: Payload | undefined;
  /** Whether the subdomain is a public name itself, or begins with an identifier; filled in likewise. */
  carriesName: boolean | undefined;
  isIdentifier: boolean | undefined;
}

const ordinaryHosts: ReadonlySet<string> = new Set([
  '',
  ...'www m api app cdn static img images media assets login auth mail smtp imap news blog shop docs help web mobile'.split(
    ' ',
  ),
]);

const options = {
  allowPrivateDomains: true,
  extractHostname: false,
  validateHostname: false,
  detectIp: false,
};

const noHash: DomainHash = { low: 0, high: 0 };

/** Finds everything that detectors ask of a name in the stored form. */
export function nameFacts(text: string): NameFacts {
  // An escaped dot parts no labels, but the list's parser knows no escapes.
  const plain = text.includes('\\') ? text.replaceAll('\\.', '\\-') : text;
  const { domain, publicSuffix, isIcann, isPrivate } = parse(plain, options);
  const suffix = publicSuffix ?? '';
  const registrable = domain ?? undefined;
  const below =
    registrable === undefined ? '' : text.slice(0, Math.max(0, text.length - registrable.length - 1));
  const label =
    registrable === undefined
      ? ''
      : registrable.slice(0, Math.max(0, registrable.length - suffix.length - 1));
  const brandImitation = label === '' ? undefined : brandImitationOf({ label, suffix });
  const { known, kind: listed } = listedAs(text);
  const crafted = craftedFormOf(text);
  const kind = classOf(
    plain,
    registrable === undefined ? undefined : listed,
    isIcann === true || isPrivate === true,
  );
  const isOrdinaryHost = ordinaryHosts.has(below);
  const isTold = known !== undefined || crafted !== undefined || brandImitation !== undefined;
  const isCarrying =
    registrable !== undefined &&
    below.length >= shortestCarrying &&
    !isOrdinaryHost &&
    !neverCarrying.has(kind);
  return {
    text,
    class: kind,
    registrable,
    label,
    suffix,
    isPrivateSuffix: isPrivate === true,
    subdomain: below,
    hash: registrable === undefined ? noHash : domainHash(registrable),
    textHash: domainHash(text),
    isOrdinaryHost,
    traits:
      (isTold ? nameTraits.told : 0) |
      (outsideClasses.has(kind) || suffix === 'onion' ? nameTraits.outside : 0) |
      (isCarrying ? nameTraits.carrying : 0),
    subdomainHash: textHash(below),
    known,
    crafted,
    brandImitation,
    // Here already, since every row reads facts, and objects of one shape are read fastest.
    labels: undefined,
    payload: undefined,
    carriesName: undefined,
    isIdentifier: undefined,
  };
}

const shortestCarrying = 4;
const neverCarrying: ReadonlySet<NameClass> = new Set(['lookup', 'delivery', 'reverse', 'single']);
const outsideClasses: ReadonlySet<NameClass> = new Set(['unknown', 'single', 'local']);

function classOf(name: string, listed: Listed['kind'], knownSuffix: boolean): NameClass {
  const lastDot = name.lastIndexOf('.');
  if (lastDot === -1) return 'single';
  if (name.endsWith('.arpa'))
    return name === 'home.arpa' || name.endsWith('.home.arpa')
      ? 'local'
      : isReverse(name)
        ? 'reverse'
        : 'ordinary';
  if (!knownSuffix) return localTopLevels.has(name.slice(lastDot + 1)) ? 'local' : 'unknown';
  return listed ?? 'ordinary';
}

/** Labels of reverse zones are numbers, and networks and hosts by name (RFC 2317): longer ones are somebody's data. */
const longestReverse = 24;
const longLabel = new RegExp(`[^.]{${longestReverse + 1}}`);

function isReverse(name: string): boolean {
  return !longLabel.test(name);
}

/** What our lists say of a name and all below it. */
interface Listed {
  known: KnownService | undefined;
  kind: 'lookup' | 'delivery' | undefined;
}

const notListed: Readonly<Listed> = { known: undefined, kind: undefined };
const listedNames = listNames();

function listNames(): ReadonlyMap<string, Listed> {
  const all = new Map<string, Listed>();
  const entry = (name: string): Listed => {
    const own = all.get(name) ?? { ...notListed };
    all.set(name, own);
    return own;
  };
  for (const [name, service] of knownServices) entry(name).known = service;
  for (const name of deliveryNetworks) entry(name).kind = 'delivery';
  for (const name of lookupServices) entry(name).kind = 'lookup';
  return all;
}

/** Looks a name and those above it up in all lists at once: of each kind, what the nearest entry says. */
function listedAs(name: string): Readonly<Listed> {
  let found: Readonly<Listed> = notListed;
  for (let at = 0; ; ) {
    const entry = listedNames.get(at === 0 ? name : name.slice(at));
    if (entry !== undefined)
      found =
        found === notListed ? entry : { known: found.known ?? entry.known, kind: found.kind ?? entry.kind };
    const dot = name.indexOf('.', at);
    if (dot === -1) return found;
    at = dot + 1;
  }
}
