import { maxPolicyBytes } from '@sonde/shared/policy/document.ts';
import { policySignatureHeader } from '@sonde/shared/policy/signature.ts';
import { PolicyError } from './policy-error.ts';
import type { SignedPolicy } from './read-policy.ts';

export interface Enforced {
  /** Of the zone that the resolver is given. */
  readonly serial: number;
  /** Rules that the resolver cannot be told of. */
  readonly notEnforced: number;
  /** The version that was rolled back here. */
  readonly refusedVersion: number | undefined;
}

export interface DownloadOptions {
  readonly url: URL;
  /** The headers that identify the resolver to the collector. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of the policy held: its version, from which a change may lead on, and its entity tag. */
  readonly held?: { readonly version: number; readonly entityTag: string };
  /** Seconds that the collector may wait for a version after the one held. */
  readonly wait?: number;
  /** What the collector is told of how the policy held is enforced. */
  readonly enforced?: Enforced;
  readonly signal: AbortSignal;
}

/**
 * Asks the collector for the policy, or the change to it; undefined if the policy held is the latest. Throws a
 * PolicyError.
 */
export async function downloadPolicy(options: DownloadOptions): Promise<SignedPolicy | undefined> {
  const { headers, held, wait, enforced, signal } = options;
  const url = new URL(options.url);
  if (held !== undefined) url.searchParams.set('since', String(held.version));
  if (held !== undefined && wait !== undefined) url.searchParams.set('wait', String(wait));
  if (enforced !== undefined) {
    url.searchParams.set('serial', String(enforced.serial));
    url.searchParams.set('not_enforced', String(enforced.notEnforced));
    if (enforced.refusedVersion !== undefined)
      url.searchParams.set('refused', String(enforced.refusedVersion));
  }
  const condition = held === undefined ? {} : { 'if-none-match': held.entityTag };
  try {
    // A redirection would take the key to somebody else.
    const response = await fetch(url, { headers: { ...headers, ...condition }, redirect: 'error', signal });
    if (response.status === 304) {
      await response.body?.cancel();
      return undefined;
    }
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new PolicyError('unavailable', `The collector answered ${response.status}.`);
    }
    const bytes = await bounded(response);
    const signature = response.headers.get(policySignatureHeader) ?? '';
    return { bytes, signature, entityTag: response.headers.get('etag') ?? '' };
  } catch (error) {
    if (error instanceof PolicyError) throw error;
    throw new PolicyError('unavailable', 'The collector cannot be reached.', { cause: error });
  }
}

async function bounded(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxPolicyBytes) throw new PolicyError('too_large', 'The policy is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
