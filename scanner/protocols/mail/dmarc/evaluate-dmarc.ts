import { asciiDomain } from '../ascii-domain.ts';
import type { MailResolve } from '../mail-resolve.ts';
import type { SpfResultCode } from '../spf/spf-outcome.ts';
import { discoverPolicy, type PolicyDiscovery, policyFor } from './discover-policy.ts';
import type { DmarcPolicy, DmarcRecord } from './parse-record.ts';
import { organizationalDomainOf, treeWalk } from './tree-walk.ts';

export interface DmarcRequest {
  /** The domain of the From: field. */
  readonly fromDomain: string;
  /** SPF of the MAIL FROM domain; undefined if it was not checked. */
  readonly spf?: { readonly result: SpfResultCode; readonly domain: string };
  /** Each signature with its d= domain. */
  readonly dkim?: readonly {
    readonly result: 'none' | 'pass' | 'fail' | 'policy' | 'neutral' | 'temperror' | 'permerror';
    readonly domain: string;
  }[];
  readonly resolve: MailResolve;
}

export interface DmarcOutcome {
  /** RFC 8601 section 2.7.1 with RFC 9989 section 9.1. `none`: there is no policy to apply. */
  readonly result: 'none' | 'pass' | 'fail' | 'temperror';
  /** The policy that the domain asks for if the message fails, test mode counted in; undefined if it is unknown. */
  readonly policy?: DmarcPolicy;
  readonly record?: DmarcRecord;
  readonly recordDomain?: string;
  readonly organizationalDomain?: string;
  /** Whether one that passed is aligned. */
  readonly spfAligned: boolean;
  readonly dkimAligned: boolean;
}

/** Walks that signatures may cause: the number of signatures is up to the sender. */
const maxWalks = 10;

/** Evaluates DMARC for a message (RFC 9989 section 5.3). Never rejects. */
export async function evaluateDmarc(request: DmarcRequest): Promise<DmarcOutcome> {
  const { resolve, spf, dkim = [] } = request;
  const from = normal(request.fromDomain);
  const discovery = await discoverPolicy(from, resolve);
  if (discovery.unknown) return { result: 'temperror', spfAligned: false, dkimAligned: false };
  const { applied, organizationalDomain } = discovery;
  const found = {
    ...(applied && { record: applied.record, recordDomain: applied.domain }),
    ...(organizationalDomain !== undefined && { organizationalDomain }),
  };
  if (applied === undefined || policyFor(applied.record, 'self') === undefined)
    return { result: 'none', ...found, spfAligned: false, dkimAligned: false };

  const aligner = new Aligner(from, discovery, resolve);
  const { record } = applied;
  const spfDomains = spf?.result === 'pass' ? [spf.domain] : [];
  const dkimDomains = dkim.filter(({ result }) => result === 'pass').map(({ domain }) => domain);
  const spfAligned = await aligner.any(spfDomains, record.aspf === 's');
  const dkimAligned = await aligner.any(dkimDomains, record.adkim === 's');
  const policy = await policyOf(from, applied, resolve);
  const outcome = { ...found, ...(policy && { policy }), spfAligned, dkimAligned };
  if (spfAligned || dkimAligned) return { result: 'pass', ...outcome };
  // What could not be looked up might have been aligned, or is the very policy.
  const undecided =
    aligner.failed ||
    policy === undefined ||
    (spf?.result === 'temperror' && (await aligner.any([spf.domain], record.aspf === 's'))) ||
    (await aligner.any(
      dkim.filter(({ result }) => result === 'temperror').map(({ domain }) => domain),
      record.adkim === 's',
    ));
  return { result: undecided ? 'temperror' : 'fail', ...outcome };
}

/** The policy for a From: domain; undefined if it hangs on whether the domain exists, which could not be found out. */
async function policyOf(
  from: string,
  { domain, record }: { domain: string; record: DmarcRecord },
  resolve: MailResolve,
): Promise<DmarcPolicy | undefined> {
  if (domain === from) return policyFor(record, 'self');
  const existing = policyFor(record, 'existing');
  const nonexistent = policyFor(record, 'nonexistent');
  if (existing === nonexistent) return existing;
  const answer = await resolve(from, 'A');
  if (answer.status === 'error') return undefined;
  return answer.status === 'nxdomain' ? nonexistent : existing;
}

/** Compares domains with the one of the From: field (RFC 9989 section 4.4). */
class Aligner {
  readonly #from: string;
  readonly #discovery: PolicyDiscovery;
  readonly #resolve: MailResolve;
  readonly #walks = new Map<string, Promise<string | undefined>>();
  /** Whether a comparison could not be made. */
  failed = false;

  constructor(from: string, discovery: PolicyDiscovery, resolve: MailResolve) {
    this.#from = from;
    this.#discovery = discovery;
    this.#resolve = resolve;
  }

  async any(domains: readonly string[], strict: boolean): Promise<boolean> {
    for (const domain of domains) if (await this.#aligns(normal(domain), strict)) return true;
    return false;
  }

  async #aligns(domain: string, strict: boolean): Promise<boolean> {
    if (domain === '') return false;
    if (domain === this.#from) return true;
    if (strict) return false;
    const wanted = this.#discovery.organizationalDomain;
    if (wanted === undefined) {
      // Names without a label in common can't be of one organization.
      if (domain.split('.').at(-1) === this.#from.split('.').at(-1)) this.failed = true;
      return false;
    }
    // An organizational domain is the domain itself or above it.
    if (domain !== wanted && !domain.endsWith(`.${wanted}`)) return false;
    const own = await this.#organizationalDomain(domain);
    if (own === undefined) this.failed = true;
    return own === wanted;
  }

  #organizationalDomain(domain: string): Promise<string | undefined> {
    const known = this.#walks.get(domain);
    if (known !== undefined) return known;
    if (this.#walks.size >= maxWalks) return Promise.resolve(undefined);
    const walk = treeWalk(domain, this.#resolve).then(({ steps, failedAt }) =>
      failedAt === undefined ? organizationalDomainOf(domain, steps) : undefined,
    );
    this.#walks.set(domain, walk);
    return walk;
  }
}

function normal(domain: string): string {
  return asciiDomain(domain).toLowerCase().replace(/\.$/, '');
}
