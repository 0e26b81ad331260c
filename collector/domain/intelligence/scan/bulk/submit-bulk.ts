import { isIP } from 'node:net';
import { addressInput } from '@sonde/scanner/addresses/address-input.ts';
import { parseDomainInput } from '@sonde/shared/dns/domain-input.ts';
import { DomainError, type ErrorDetail, TooManyAttempts } from '@sonde/shared/errors.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type { BulkJob, BulkJobStore, BulkScanOptions } from '../../../../ports/scans/bulk-jobs.ts';

/** An account has at most this many jobs that have not ended. */
export const mostUnfinishedJobs = 10;
const retrySeconds = 60;
/** Entries that a refusal names. */
const mostDetails = 100;

export interface SubmitBulkPorts {
  readonly bulkJobs: Pick<BulkJobStore, 'submit'>;
  readonly random: Pick<Random, 'uuid'>;
}

/**
 * Takes many domains and addresses in to be scanned. One that is named twice is scanned once. Throws a DomainError
 * `invalid_input` that names each entry that is neither, and TooManyAttempts if the account has too many jobs under way.
 */
export async function submitBulk(
  {
    accountId,
    domains,
    options,
  }: { accountId: number; domains: readonly string[]; options: BulkScanOptions },
  { bulkJobs, random }: SubmitBulkPorts,
): Promise<BulkJob> {
  const names = new Set<string>();
  const details: ErrorDetail[] = [];
  for (const [index, text] of domains.entries()) {
    const plain = text.trim();
    if (isIP(plain) !== 0 && !plain.includes('%')) {
      names.add(addressInput(plain));
      continue;
    }
    const input = parseDomainInput(text);
    if ('domain' in input) names.add(input.domain);
    else if (details.length < mostDetails) details.push({ path: `domains.${index}`, message: input.message });
  }
  if (details.length > 0) {
    throw new DomainError('invalid_input', 'Not every entry is a domain or an IP address.', details);
  }
  const job = await bulkJobs.submit(
    { id: random.uuid(), accountId, options, domains: [...names] },
    mostUnfinishedJobs,
  );
  if (job !== undefined) return job;
  throw new TooManyAttempts(
    retrySeconds,
    `This account has ${mostUnfinishedJobs} unfinished jobs: wait for one to end, or cancel one.`,
  );
}
