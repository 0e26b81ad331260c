import { rangeInput } from '@sonde/scanner/addresses/address-input.ts';
import { addressAt } from '@sonde/scanner/datasets/facts/known-datasets.ts';
import { InvalidInput, NotFound, TooManyAttempts } from '@sonde/shared/errors.ts';
import { bytesOfWords } from '@sonde/shared/net/prefix.ts';
import { specialNetworkOf } from '@sonde/shared/net/special-purpose.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type { RangeJob, RangeJobStore } from '../../../../ports/addresses/range-jobs.ts';
import { mostAddresses } from '../scan-range.ts';

/** A /24: what one collector takes at a time. */
const chunkSize = 256;
const mostUnfinished = 5;
const retrySeconds = 600;

/**
 * Takes a range in to be asked for over the network. Throws InvalidInput, also for ranges that are nobody on the Internet, and
 * TooManyAttempts if the account has too many jobs under way.
 */
export async function submitRangeJob(
  { accountId, cidr: text, lists }: { accountId: number; cidr: string; lists: boolean },
  { rangeJobs, random }: { rangeJobs: Pick<RangeJobStore, 'submit'>; random: Pick<Random, 'uuid'> },
): Promise<RangeJob> {
  const { cidr, prefix, size } = rangeInput(text);
  if (size > mostAddresses)
    throw new InvalidInput('cidr', 'A range has at most 65,536 addresses: a /16 of IPv4, a /112 of IPv6.');
  const bytes = bytesOfWords(prefix.family, prefix.words);
  const special = specialNetworkOf(addressAt(bytes, 0));
  if (special !== undefined && specialNetworkOf(addressAt(bytes, size - 1)) !== undefined)
    throw new InvalidInput('cidr', `${cidr} is nobody on the Internet: it is for ${special.name}.`);
  const chunks = Array.from({ length: Math.ceil(size / chunkSize) }, (_, at) => ({
    first: addressAt(bytes, at * chunkSize),
    size: Math.min(chunkSize, size - at * chunkSize),
  }));
  const job = await rangeJobs.submit({ id: random.uuid(), accountId, cidr, lists, chunks }, mostUnfinished);
  if (job !== undefined) return job;
  throw new TooManyAttempts(
    retrySeconds,
    `This account has ${mostUnfinished} unfinished ranges: wait for one to end, or cancel one.`,
  );
}

/** Finds a job of the account. Throws NotFound. */
export async function requireRangeJob(
  accountId: number,
  jobId: string,
  { rangeJobs }: { rangeJobs: Pick<RangeJobStore, 'find'> },
): Promise<RangeJob> {
  const job = await rangeJobs.find(accountId, jobId);
  if (job === undefined) throw new NotFound('range job');
  return job;
}
