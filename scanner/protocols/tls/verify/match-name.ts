import { isIP, isIPv4 } from 'node:net';
import { domainToASCII } from 'node:url';
import { addressBytes } from '@sonde/shared/net/address.ts';
import type { Certificate } from '../x509/certificate.ts';
import type { GeneralName } from '../x509/general-name.ts';

/** A reference name is the name by which a client knows its server. */
export type ReferenceName =
  | { readonly kind: 'dns'; readonly name: string }
  | { readonly kind: 'ip'; readonly octets: Uint8Array }
  | { readonly kind: 'email'; readonly address: string };

/** Reads a reference name from a text; undefined if the text is no host's name, IP address or mail address. */
export function referenceName(text: string): ReferenceName | undefined {
  const bare = text.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0 && !bare.includes('%')) {
    const octets = addressBytes(bare);
    return { kind: 'ip', octets: isIPv4(bare) ? octets.subarray(12) : octets };
  }
  if (text.includes('@')) return { kind: 'email', address: text };
  // Underscores are refused by no client, though hosts have none.
  const ascii = /^[\x21-\x7e]*$/.test(text) ? text.toLowerCase() : domainToASCII(text);
  const name = ascii.replace(/\.$/, '');
  return isHostName(name) ? { kind: 'dns', name } : undefined;
}

function isHostName(name: string): boolean {
  return (
    name.length <= 253 &&
    name.split('.').every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
  );
}

/** Tells whether the certificate is for this name, by its subjectAltName alone (RFC 9525 section 6). */
export function matchesName(certificate: Certificate, reference: ReferenceName): boolean {
  return (certificate.extensions.subjectAltName?.value ?? []).some((presented) =>
    matches(presented, reference),
  );
}

function matches(presented: GeneralName, reference: ReferenceName): boolean {
  if (presented.kind === 'dns' && reference.kind === 'dns')
    return matchesHost(presented.text, reference.name);
  if (presented.kind === 'ip' && reference.kind === 'ip')
    return Buffer.from(presented.octets).equals(reference.octets);
  return (
    presented.kind === 'email' && reference.kind === 'email' && sameMailbox(presented.text, reference.address)
  );
}

/**
 * A host's name against one from a certificate. `*` stands for exactly one label, and only as the whole of the first
 * (RFC 9525 section 6.3).
 */
function matchesHost(presented: string, name: string): boolean {
  const pattern = presented.toLowerCase();
  if (!pattern.includes('*')) return pattern === name;
  if (!isWildcard(pattern)) return false;
  const dot = name.indexOf('.');
  return dot > 0 && name.slice(dot + 1) === pattern.slice(2);
}

/** Tells whether a name has the form of a wildcard. */
export function isWildcard(name: string): boolean {
  const rest = name.slice(2);
  return name.startsWith('*.') && rest.includes('.') && !rest.includes('*');
}

/** The local part as it is, the host's in any case (RFC 5280 section 7.5). */
function sameMailbox(one: string, other: string): boolean {
  const split = (text: string) => [
    text.slice(0, text.lastIndexOf('@')),
    text.slice(text.lastIndexOf('@') + 1),
  ];
  const [local, host] = split(one) as [string, string];
  const [otherLocal, otherHost] = split(other) as [string, string];
  return local === otherLocal && host.toLowerCase() === otherHost.toLowerCase();
}
