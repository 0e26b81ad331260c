import type { MailResolve } from '../mail-resolve.ts';
import type { DmarcPolicy, DmarcRecord } from './parse-record.ts';
import { organizationalDomainOf, type TreeWalk, treeWalk } from './tree-walk.ts';

export interface FoundRecord {
  readonly domain: string;
  readonly record: DmarcRecord;
}

/** A policy discovery holds the policy record of a domain and the walk that led to it (RFC 9989 section 4.10.1). */
export interface PolicyDiscovery {
  readonly walk: TreeWalk;
  /** Undefined if the walk failed on its way. */
  readonly organizationalDomain: string | undefined;
  /** The record that applies: of the domain, its organizational domain, or the public suffix above that. */
  readonly applied: FoundRecord | undefined;
  /** The record that applies to names below the domain that have none of their own. */
  readonly forSubdomains: FoundRecord | undefined;
  /** The walk failed before anything was found: nothing can be said. */
  readonly unknown: boolean;
}

/** Finds the policy record of a domain in lower case, without a trailing dot. Never rejects. */
export async function discoverPolicy(domain: string, resolve: MailResolve): Promise<PolicyDiscovery> {
  const walk = await treeWalk(domain, resolve);
  const found = walk.steps.flatMap(({ domain: at, record }) =>
    record === undefined ? [] : [{ domain: at, record }],
  );
  const own = found.find((one) => one.domain === domain);
  if (walk.failedAt !== undefined)
    return {
      walk,
      organizationalDomain: undefined,
      applied: own,
      forSubdomains: undefined,
      unknown: own === undefined,
    };
  const organizationalDomain = organizationalDomainOf(domain, walk.steps);
  const suffix = found.find((one) => one.record.psd === 'y');
  const inherited = found.find((one) => one.domain === organizationalDomain) ?? suffix;
  return {
    walk,
    organizationalDomain,
    applied: own ?? inherited,
    forSubdomains: inherited,
    unknown: false,
  };
}

/** The policy tags are the policies that a record asks for, before its test mode is considered. */
export interface PolicyTags {
  readonly p: DmarcPolicy;
  readonly sp: DmarcPolicy | undefined;
  readonly np: DmarcPolicy | undefined;
}

/**
 * Reads the policies of a record. One without a valid `p`, or with an `sp` or `np` that is none, stands for p=none
 * if it names an address for reports, and for nothing if not (RFC 9989 section 4.10.1).
 */
export function policyTags({ p, sp, np, rua }: DmarcRecord): PolicyTags | undefined {
  if (p !== null && p !== undefined && sp !== null && np !== null) return { p, sp, np };
  return rua.some(({ isUri }) => isUri) ? { p: 'none', sp: undefined, np: undefined } : undefined;
}

/**
 * A policy subject names the domain that a record is asked about: its own domain, or a name below it that exists or
 * does not.
 */
export type PolicySubject = 'self' | 'existing' | 'nonexistent';

/** Computes the policy for mail that fails, with test mode taken off: one step weaker (RFC 9989 section 4.7). */
export function policyFor(record: DmarcRecord, subject: PolicySubject): DmarcPolicy | undefined {
  const tags = policyTags(record);
  if (tags === undefined) return undefined;
  const { p, sp = p, np = sp } = tags;
  const asked = subject === 'self' ? p : subject === 'existing' ? sp : np;
  if (!record.t) return asked;
  return asked === 'reject' ? 'quarantine' : 'none';
}
