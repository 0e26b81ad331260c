import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { DomainScan } from '@sonde/scanner/ports/domain-scan.ts';
import type { Check } from '@sonde/scanner/run/check.ts';
import { chooseChecks } from '@sonde/scanner/run/choose-checks.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type {
  BulkJobStore,
  BulkOutcome,
  BulkTask,
  ScanReference,
} from '../../../../ports/scans/bulk-jobs.ts';
import { type ScanAddressPorts, scanAddressAnew } from '../../addresses/scan-address.ts';
import type { ScanDesk } from '../run/scan-desk.ts';

/** Longer than a scan may take by far; it is prolonged while this collector lives. */
const leaseSeconds = 120;
const extendEvery = 30_000;
/** Taken so often without coming to an end, a task has ended whoever took it. */
const mostAttempts = 3;
/** Milliseconds in which outcomes gather. */
const gathering = 100;

export interface BulkRunnerPorts extends ScanAddressPorts {
  readonly bulkJobs: Pick<BulkJobStore, 'claim' | 'finish' | 'extend' | 'release'>;
  readonly scanDesk: Pick<ScanDesk, 'scan'>;
  readonly checks: readonly Check[];
  /** This collector's id among the collectors on one database. */
  readonly collectorId: string;
  /** Tasks in hand at once. */
  readonly bulkAtOnce: number;
  readonly log: Log;
}

/**
 * Works on bulk jobs until there is nothing to take any more. Tasks are taken some at a time as others end, so that
 * collectors share a job by their speed; what is in hand when it stops is given back.
 */
export async function runBulkJobs(ports: BulkRunnerPorts, signal: AbortSignal): Promise<void> {
  const { bulkJobs, collectorId, bulkAtOnce } = ports;
  const inHand = new Set<Promise<void>>();
  let ended: BulkOutcome[] = [];
  let extendedAt = performance.now();
  const write = async () => {
    const outcomes = ended;
    ended = [];
    await bulkJobs.finish(collectorId, outcomes);
  };
  const begin = (task: BulkTask) => {
    const work: Promise<void> = scanTask(task, ports, signal).then((outcome) => {
      inHand.delete(work);
      if (outcome !== undefined) ended.push(outcome);
    });
    inHand.add(work);
  };
  try {
    while (!signal.aborted) {
      const room = bulkAtOnce - inHand.size;
      const tasks = room > 0 ? await bulkJobs.claim(collectorId, room, leaseSeconds) : [];
      for (const task of tasks) begin(task);
      if (inHand.size === 0 && ended.length === 0) return;
      await Promise.race([...inHand, delay(gathering, undefined, { signal }).catch(() => {})]);
      await delay(Math.min(gathering, 20));
      await write();
      if (performance.now() - extendedAt > extendEvery) {
        await bulkJobs.extend(collectorId, leaseSeconds);
        extendedAt = performance.now();
      }
    }
  } finally {
    await Promise.all(inHand);
    await write();
    await bulkJobs.release(collectorId);
  }
}

/** Scans one task's domain or address and tells how it ended; undefined if it was broken off. */
async function scanTask(
  task: BulkTask,
  ports: BulkRunnerPorts,
  signal: AbortSignal,
): Promise<BulkOutcome | undefined> {
  const { scanDesk, checks, log } = ports;
  const { jobId, position, domain } = task;
  if (task.attempt > mostAttempts) {
    return { jobId, position, scan: null, error: 'The scan was begun three times and came to no end.' };
  }
  try {
    if (isIP(domain) !== 0) return await scanTaskAddress(task, ports, signal);
    const { scanners } = chooseChecks(checks, { ...task.options, expert: false });
    const answer = await scanDesk.scan({
      domain,
      scanners,
      trigger: 'bulk',
      refresh: true,
      monitorSeconds: 0,
      signal,
    });
    if (!answer.stored || answer.scan === null) {
      return { jobId, position, scan: null, error: 'The scan could not be stored.' };
    }
    return { jobId, position, scan: referenceTo(answer.scan), error: null };
  } catch (error) {
    if (signal.aborted) return undefined;
    log.error({ err: error, domain }, 'a scan of a bulk job failed');
    return { jobId, position, scan: null, error: 'The scan failed by a fault of ours.' };
  }
}

/** The lists in the DNS take their time, and nobody waits. */
async function scanTaskAddress(
  { jobId, position, domain: ip, options: { advanced } }: BulkTask,
  ports: BulkRunnerPorts,
  signal: AbortSignal,
): Promise<BulkOutcome> {
  const request = { ip, full: true, advanced, isPatient: true };
  const { answer, id } = await scanAddressAnew(request, ports, signal);
  const { reputation, geolocation, network } = answer;
  if (id === undefined) return { jobId, position, scan: null, error: 'The scan could not be stored.' };
  const address = {
    abuseConfidence: reputation.abuse_confidence,
    blacklistHits: reputation.blacklists?.hit_count ?? null,
    country: geolocation?.country ?? null,
    asn: network.asn,
    hostname: network.hostname,
  };
  const scan = { id, summary: null, address, failures: 0, warnings: 0 };
  return { jobId, position, scan, error: null };
}

function referenceTo({ id, summary, parts }: DomainScan): ScanReference {
  const findings = Object.values(parts).flatMap((part) => part.findings);
  return {
    id,
    summary,
    failures: findings.filter(({ status }) => status === 'fail').length,
    warnings: findings.filter(({ status }) => status === 'warning').length,
  };
}
