import { createPublicKey, type KeyObject } from 'node:crypto';
import { parseTagList, tagValue } from '../tag-list.ts';
import { trimFoldedSpace } from '../trim-space.ts';

/** A DKIM key is a key record (RFC 6376 section 3.6.1) as verifiers of RFC 8301 and RFC 8463 take it. */
export interface DkimKey {
  readonly status: 'usable' | 'weak' | 'testing' | 'revoked' | 'unusable';
  /** The key type as written; `rsa` if nothing is said. */
  readonly keyType: string;
  /** Undefined if the key can't be read. */
  readonly bits: number | undefined;
  readonly hashes: readonly string[];
  readonly services: readonly string[];
  readonly flags: readonly string[];
  readonly notes: string | undefined;
  readonly problems: readonly DkimKeyProblem[];
}

export interface DkimKeyProblem {
  readonly code:
    | 'bad_record'
    | 'bad_version'
    | 'unknown_key_type'
    | 'bad_key'
    | 'short_key'
    | 'weak_key'
    | 'large_key'
    | 'revoked'
    | 'sha1_only'
    | 'no_known_hash'
    | 'not_for_mail'
    | 'testing'
    | 'granularity';
  readonly message: string;
  readonly rule: string;
}

const form = 'RFC 6376 section 3.6.1';
/** What breaks a key, whatever else is said of it. */
const fatal: ReadonlySet<DkimKeyProblem['code']> = new Set([
  'bad_record',
  'bad_version',
  'unknown_key_type',
  'bad_key',
  'short_key',
  'no_known_hash',
  'sha1_only',
  'not_for_mail',
]);

/** Tells whether a TXT record is meant as a DKIM key: it has a p= tag, or says so. */
export function isDkimKey(text: string): boolean {
  return /^\s*v\s*=\s*DKIM1\b/i.test(text) || /(?:^|;)\s*p\s*=/.test(text);
}

/**
 * Reads a key record, a character for each octet. Whatever the text, there is an answer. Letters of values count (RFC 6376
 * section 3.2): a verifier that keeps to the letter does not know of `k=RSA`.
 */
export function parseDkimKey(text: string): DkimKey {
  const { tags, broken, repeated } = parseTagList(text);
  const problems: DkimKeyProblem[] = [];
  const add = (code: DkimKeyProblem['code'], message: string, rule = form) =>
    problems.push({ code, message, rule });
  if (broken.length > 0) add('bad_record', `"${broken[0]!.slice(0, 40)}" is no tag.`, 'RFC 6376 section 3.2');
  if (repeated.length > 0)
    add('bad_record', `${repeated[0]}= stands more than once.`, 'RFC 6376 section 3.2');
  const version = tagValue(tags, 'v');
  if (version !== undefined && (version !== 'DKIM1' || tags[0]?.name !== 'v'))
    add('bad_version', 'v=DKIM1 must come first, in these very letters.');
  const keyType = tagValue(tags, 'k') ?? 'rsa';
  const key = tagValue(tags, 'p')?.replaceAll(/\s/g, '');
  const bits = key ? readBits(keyType, key, add) : undefined;
  if (key === undefined) add('bad_record', 'There is no p= tag.');
  if (key === '') add('revoked', 'The key is revoked: p= is empty.');
  const hashes = list(tagValue(tags, 'h'));
  if (hashes.length > 0 && !hashes.includes('sha256'))
    if (hashes.includes('sha1'))
      add('sha1_only', 'Only SHA-1 is allowed, which must not be used.', 'RFC 8301 section 3.1');
    else add('no_known_hash', 'No hash algorithm that there is may be used.');
  const services = list(tagValue(tags, 's') ?? '*');
  if (!services.includes('*') && !services.includes('email')) add('not_for_mail', 'The key is not for mail.');
  const flags = list(tagValue(tags, 't'));
  if (flags.includes('y'))
    add('testing', 'The domain says that it is testing: receivers treat failures as unsigned.');
  if (tagValue(tags, 'g') !== undefined)
    add('granularity', 'g= is not in use any more.', 'RFC 6376 appendix C');
  const notes = tagValue(tags, 'n')?.slice(0, 500);
  return {
    status: statusOf(problems),
    keyType: keyType.slice(0, 40),
    bits,
    hashes,
    services,
    flags,
    notes,
    problems,
  };
}

function statusOf(problems: readonly DkimKeyProblem[]): DkimKey['status'] {
  const has = (code: DkimKeyProblem['code']) => problems.some((problem) => problem.code === code);
  if (has('revoked')) return 'revoked';
  if (problems.some(({ code }) => fatal.has(code))) return 'unusable';
  if (has('testing')) return 'testing';
  return has('weak_key') ? 'weak' : 'usable';
}

type Add = (code: DkimKeyProblem['code'], message: string, rule?: string) => void;

function readBits(keyType: string, base64: string, add: Add): number | undefined {
  if (keyType !== 'rsa' && keyType !== 'ed25519') {
    const meant = /^(?:rsa|ed25519)$/i.test(keyType) ? `; it is written ${keyType.toLowerCase()}` : '';
    add(
      'unknown_key_type',
      `k=${keyType.slice(0, 40)} is no key type that there is${meant}.`,
      'RFC 8463 section 3',
    );
    return undefined;
  }
  const bytes = Buffer.from(base64, 'base64');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.replace(/=+$/, '').length % 4 === 1) {
    add('bad_key', 'p= is no base64.');
    return undefined;
  }
  if (keyType === 'ed25519') return readEd25519(bytes, add);
  const details = rsaKey(bytes)?.asymmetricKeyDetails;
  const bits = details?.modulusLength;
  if (bits === undefined || (details?.publicExponent ?? 0n) < 3n) {
    add('bad_key', 'p= is no RSA public key.');
    return undefined;
  }
  const rule = 'RFC 8301 section 3.2';
  if (bits < 1024)
    add('short_key', `The key has ${bits} bits: verifiers must not take less than 1024.`, rule);
  else if (bits < 2048) add('weak_key', `The key has ${bits} bits: signers should use 2048 at least.`, rule);
  else if (bits > 4096)
    add('large_key', `The key has ${bits} bits: verifiers need not take more than 4096.`, rule);
  return bits;
}

function readEd25519(bytes: Buffer, add: Add): number | undefined {
  if (bytes.length === 32) return 256;
  add('bad_key', `p= has ${bytes.length} bytes, where an Ed25519 key has 32.`, 'RFC 8463 section 4');
  return undefined;
}

/** A SubjectPublicKeyInfo, as is the custom, or an RSAPublicKey, as RFC 6376 has it (erratum 3017). */
function rsaKey(der: Buffer): KeyObject | undefined {
  for (const type of ['spki', 'pkcs1'] as const) {
    try {
      const key = createPublicKey({ key: der, format: 'der', type });
      if (key.asymmetricKeyType === 'rsa') return key;
    } catch {
      // Not of that form.
    }
  }
  return undefined;
}

function list(value: string | undefined): string[] {
  return (value ?? '')
    .split(':', 20)
    .map((one) => trimFoldedSpace(one).slice(0, 40))
    .filter(Boolean);
}
