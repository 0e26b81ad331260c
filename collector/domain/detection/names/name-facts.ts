import { parse } from 'tldts';
import { textHash } from '../state/text-hash.ts';
import { type DomainHash, domainHash } from './domain-hash.ts';
import { deliveryNetworks, lookupServices } from './lookup-services.ts';
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
  /** 32 bits of the subdomain's text. */
  readonly subdomainHash: number;
  /** The greatest payload that the subdomain may carry; filled in by the first detector that asks. */
  payload?: Payload;
}

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
  return {
    text,
    class: classOf(plain, registrable, isIcann === true || isPrivate === true),
    registrable,
    label:
      registrable === undefined
        ? ''
        : registrable.slice(0, Math.max(0, registrable.length - suffix.length - 1)),
    suffix,
    isPrivateSuffix: isPrivate === true,
    subdomain: below,
    hash: registrable === undefined ? noHash : domainHash(registrable),
    textHash: domainHash(text),
    subdomainHash: textHash(below),
  };
}

function classOf(name: string, registrable: string | undefined, knownSuffix: boolean): NameClass {
  const lastDot = name.lastIndexOf('.');
  if (lastDot === -1) return 'single';
  if (name.endsWith('.arpa'))
    return name === 'home.arpa' || name.endsWith('.home.arpa') ? 'local' : 'reverse';
  if (!knownSuffix) return localTopLevels.has(name.slice(lastDot + 1)) ? 'local' : 'unknown';
  return registrable === undefined ? 'ordinary' : serviceClass(name);
}

function serviceClass(name: string): NameClass {
  for (let at = 0; ; ) {
    const parent = name.slice(at);
    if (lookupServices.has(parent)) return 'lookup';
    if (deliveryNetworks.has(parent)) return 'delivery';
    const dot = name.indexOf('.', at);
    if (dot === -1) return 'ordinary';
    at = dot + 1;
  }
}
