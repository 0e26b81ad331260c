import { isIP } from 'node:net';
import { domainScanResult } from '@sonde/scanner/result/domain-scan-result.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import type { AddressScanAnswer } from '@sonde/shared/schemas/address-scan.ts';
import type { DomainScanAnswer } from '@sonde/shared/schemas/domain-scan.ts';
import type { AddressScanStore } from '../../../../ports/addresses/address-scans.ts';
import type { BulkItem, BulkItemStatus, BulkJobStore } from '../../../../ports/scans/bulk-jobs.ts';
import type { DomainScanHistory } from '../../../../ports/scans/domain-scans.ts';
import type { Page } from '../../../../ports/system/page.ts';
import { requireBulkJob } from './require-bulk-job.ts';

/** A page has at most this many items with their whole results. */
export const mostWholeResults = 100;

export interface BulkResultsPorts {
  readonly bulkJobs: Pick<BulkJobStore, 'find' | 'results'>;
  readonly domainScans: Pick<DomainScanHistory, 'byId'>;
  readonly addressScans: Pick<AddressScanStore, 'byId'>;
}

export interface BulkResultsQuestion extends Page {
  readonly accountId: number;
  readonly jobId: string;
  readonly status?: BulkItemStatus | undefined;
  /** The whole results, out of the history. */
  readonly whole: boolean;
}

export interface BulkResult {
  readonly item: BulkItem;
  /** Undefined if it was not asked for, null if there is none. */
  readonly result?: DomainScanAnswer | null;
  /** The same of an address. */
  readonly addressResult?: AddressScanAnswer | null;
}

/** Reads a page of a job's results, and counts them on all pages. Throws NotFound and InvalidInput. */
export async function bulkResults(
  question: BulkResultsQuestion,
  ports: BulkResultsPorts,
): Promise<{ readonly count: number; readonly results: readonly BulkResult[] }> {
  const { accountId, jobId, status, whole, limit, offset } = question;
  if (whole && limit > mostWholeResults) {
    throw new InvalidInput('limit', `With whole results a page has at most ${mostWholeResults}.`);
  }
  const { completed, failed } = await requireBulkJob(accountId, jobId, ports);
  const count = (status === 'failed' ? 0 : completed) + (status === 'completed' ? 0 : failed);
  const items = await ports.bulkJobs.results(jobId, {
    limit,
    offset,
    ...(status === undefined ? {} : { status }),
  });
  if (!whole) return { count, results: items.map((item) => ({ item })) };
  const wanted = items.flatMap(({ domain, scan }) => (scan === null ? [] : [{ id: scan.id, domain }]));
  const [scans, addressScans] = await Promise.all([
    ports.domainScans.byId(wanted.filter(({ domain }) => isIP(domain) === 0)),
    ports.addressScans.byId(
      wanted.flatMap(({ id, domain }) => (isIP(domain) === 0 ? [] : [{ id, ip: domain }])),
    ),
  ]);
  const byId = new Map(scans.map((scan) => [scan.id, scan]));
  const addressById = new Map(addressScans.map((scan) => [scan.id, scan]));
  const results = items.map((item) => {
    if (isIP(item.domain) !== 0)
      return { item, result: null, addressResult: addressById.get(item.scan?.id ?? '')?.answer ?? null };
    const scan = item.scan === null ? undefined : byId.get(item.scan.id);
    return { item, result: scan === undefined ? null : domainScanResult({ ...scan, milliseconds: null }) };
  });
  return { count, results };
}
