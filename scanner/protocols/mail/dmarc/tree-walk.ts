import type { MailResolve } from '../mail-resolve.ts';
import { type DmarcRecord, isDmarcRecord, parseDmarcRecord } from './parse-record.ts';

/** Labels that a name is cut to if it has more, so that a walk takes eight questions at most (RFC 9989 section 4.10). */
const mostLabels = 7;

/** A walk step holds the records at `_dmarc` of one name. */
export interface WalkStep {
  readonly domain: string;
  /** Undefined if there is none, or if what is there does not count. */
  readonly record: DmarcRecord | undefined;
  /** All that claims to be a record. Several mean none, as does one with a tag that stands twice. */
  readonly claims: readonly string[];
  /** All else that stands there. */
  readonly strangers: readonly string[];
}

export interface TreeWalk {
  /** From the longest name to the shortest. */
  readonly steps: readonly WalkStep[];
  /** The name that could not be looked up, which ended the walk. */
  readonly failedAt: string | undefined;
}

/**
 * Walks the DNS tree (RFC 9989 section 4.10), in questions that go out one by one: it ends at a record with psd=y or
 * psd=n. `domain` is lower case, without a trailing dot. Never rejects.
 */
export async function treeWalk(domain: string, resolve: MailResolve): Promise<TreeWalk> {
  const steps: WalkStep[] = [];
  let labels = domain.split('.');
  while (labels.length > 0) {
    const name = labels.join('.');
    const answer = await resolve(`_dmarc.${name}`, 'TXT');
    if (answer.status === 'error') return { steps, failedAt: name };
    const step = stepOf(name, answer.status === 'found' ? answer.values : []);
    steps.push(step);
    if (step.record !== undefined && step.record.psd !== 'u') break;
    labels = labels.length > mostLabels ? labels.slice(-mostLabels) : labels.slice(1);
  }
  return { steps, failedAt: undefined };
}

function stepOf(domain: string, texts: readonly string[]): WalkStep {
  const claims = texts.filter(isDmarcRecord);
  return {
    domain,
    record: claims.length === 1 ? parseDmarcRecord(claims[0]!) : undefined,
    claims,
    strangers: texts.filter((text) => !isDmarcRecord(text)),
  };
}

/**
 * Finds the organizational domain that a whole walk shows (RFC 9989 section 4.10.2): of the first psd=n record, else
 * the one label below a psd=y record, else of the record at the shortest name, else the domain itself.
 */
export function organizationalDomainOf(domain: string, steps: readonly WalkStep[]): string {
  const found = steps.filter((step) => step.record !== undefined);
  for (const { domain: at, record } of found) {
    if (record!.psd === 'n') return at;
    if (record!.psd !== 'y' || at === domain) continue;
    return domain
      .split('.')
      .slice(-at.split('.').length - 1)
      .join('.');
  }
  return found.at(-1)?.domain ?? domain;
}
