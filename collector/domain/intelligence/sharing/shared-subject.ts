import { isIPv4 } from 'node:net';
import { parsePrefix } from '@sonde/shared/net/prefix.ts';

/** A shared subject is what something is said of, as others know it. */
export type SharedSubject =
  | { readonly kind: 'domain'; readonly value: string }
  | { readonly kind: 'address'; readonly value: string; readonly family: 4 | 6 }
  | { readonly kind: 'url'; readonly value: string }
  | { readonly kind: 'certificate'; readonly value: string; readonly digest: 'SHA-1' | 'SHA-256' };

// Names in stored form, whose escapes other formats do not have.
const name = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;

/** Reads a subject. Undefined for what has no common form: vulnerabilities, sentences, and names with unusual octets. */
export function sharedSubject(subject: string): SharedSubject | undefined {
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(subject)) {
    return { kind: 'certificate', value: subject, digest: subject.length === 40 ? 'SHA-1' : 'SHA-256' };
  }
  if (parsePrefix(subject) !== undefined) {
    return { kind: 'address', value: subject, family: isIPv4(subject.split('/')[0]!) ? 4 : 6 };
  }
  if (/^[^\s/]+\/[\x21-\x7e]*$/.test(subject)) return { kind: 'url', value: subject };
  if (/^cve-/i.test(subject) || !name.test(subject)) return undefined;
  return { kind: 'domain', value: subject };
}
