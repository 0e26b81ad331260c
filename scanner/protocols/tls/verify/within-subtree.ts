import { type DistinguishedName, setKey } from '../x509/distinguished-name.ts';
import type { GeneralName } from '../x509/general-name.ts';

/**
 * A containment states whether a name is within a subtree; `unsupported` if the form of the name, or of the constraint,
 * has no rule.
 */
export type Containment = 'within' | 'outside' | 'unsupported';

/**
 * Tells whether a name lies within a subtree of name constraints (RFC 5280 section 4.2.1.10); both are of the same
 * kind. With `mayExpand` a wildcard lies within a subtree already if some name that it stands for does.
 */
export function withinSubtree(name: GeneralName, subtree: GeneralName, mayExpand: boolean): Containment {
  if (name.kind === 'dns' && subtree.kind === 'dns') return dnsWithin(name.text, subtree.text, mayExpand);
  if (name.kind === 'email' && subtree.kind === 'email') return emailWithin(name.text, subtree.text);
  if (name.kind === 'uri' && subtree.kind === 'uri') return uriWithin(name.text, subtree.text);
  if (name.kind === 'ip' && subtree.kind === 'ip') return addressWithin(name.octets, subtree.octets);
  if (name.kind === 'directory' && subtree.kind === 'directory')
    return directoryWithin(name.name, subtree.name);
  return 'unsupported';
}

function verdict(within: boolean): Containment {
  return within ? 'within' : 'outside';
}

/** Underscores are in use. No dot at the end: then a name would not be what it is compared with. */
const host = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;

/** Whether it is a host's name, or as constraints have it: nothing, or with a period in front. */
function isHost(text: string): boolean {
  return text.length <= 255 && host.test(text);
}

function isHostSubtree(text: string): boolean {
  return text === '' || isHost(text.startsWith('.') ? text.slice(1) : text);
}

/** Labels may be added to the left; the empty constraint is the whole of DNS. */
function dnsWithin(text: string, constraint: string, mayExpand: boolean): Containment {
  const name = text.toLowerCase();
  const base = constraint.toLowerCase();
  if (!isHost(name.startsWith('*.') ? name.slice(2) : name) || !isHostSubtree(base)) return 'unsupported';
  if (base === '') return 'within';
  // Not of the RFC, though usual: a period in front leaves the name itself out.
  if (base.startsWith('.')) return verdict(name.endsWith(base));
  if (name === base || name.endsWith(`.${base}`)) return 'within';
  const dot = base.indexOf('.');
  return verdict(mayExpand && name.startsWith('*.') && dot > 0 && base.slice(dot + 1) === name.slice(2));
}

/** A mailbox, a host, or with a period in front all hosts below. */
function emailWithin(text: string, constraint: string): Containment {
  const at = text.lastIndexOf('@');
  const own = text.slice(at + 1).toLowerCase();
  if (at < 1 || !isHost(own)) return 'unsupported';
  const split = constraint.lastIndexOf('@');
  const base = constraint.slice(split + 1).toLowerCase();
  if (split >= 0) {
    if (split === 0 || !isHost(base)) return 'unsupported';
    return verdict(constraint.slice(0, split) === text.slice(0, at) && base === own);
  }
  if (!isHostSubtree(base)) return 'unsupported';
  if (base.startsWith('.')) return verdict(own.endsWith(base));
  return verdict(base === '' || own === base);
}

/** The host of a URI: a host as such, or with a period in front all hosts below. */
function uriWithin(text: string, constraint: string): Containment {
  const own = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:[\]]+)(?::[0-9]*)?(?:[/?#]|$)/i
    .exec(text)?.[1]
    ?.toLowerCase();
  // A URI without a host, or with an address for one, is in no subtree (and must be refused).
  if (own === undefined || /^[0-9.]+$/.test(own)) return 'unsupported';
  const base = constraint.toLowerCase();
  if (base.startsWith('.')) return verdict(own.endsWith(base));
  return verdict(base === '' || own === base);
}

function addressWithin(octets: Uint8Array, constraint: Uint8Array): Containment {
  const width = constraint.length / 2;
  if (octets.length !== 4 && octets.length !== 16) return 'unsupported';
  if (octets.length !== width) return 'outside';
  return verdict(
    octets.every((octet, index) => ((octet ^ constraint[index]!) & constraint[width + index]!) === 0),
  );
}

function directoryWithin(name: DistinguishedName, base: DistinguishedName): Containment {
  const within = base.sets.every((set, index) => {
    const own = name.sets[index];
    return own !== undefined && setKey(own).join('\n') === setKey(set).join('\n');
  });
  return verdict(within);
}
