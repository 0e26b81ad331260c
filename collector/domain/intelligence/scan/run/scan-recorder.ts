import type { DomainScan, ScannedParts } from '@sonde/scanner/ports/domain-scan.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type { DomainScanHistory } from '../../../../ports/scans/domain-scans.ts';
import type { RecordedScan, TrackedDomainStore } from '../../../../ports/scans/tracked-domains.ts';
import type { Meter } from '../../../../ports/system/metrics.ts';

/** Scans stored together, at most. */
const atOnce = 200;
/** Scans that may wait to be stored: beyond it they are answered and not stored. */
const mostWaiting = 2_000;
const attempts = 3;

export interface ScanRecorderPorts {
  readonly trackedDomains: Pick<TrackedDomainStore, 'record'>;
  readonly domainScans: Pick<DomainScanHistory, 'append'>;
  readonly random: Pick<Random, 'uuid'>;
  readonly meter: Meter;
  readonly log: Log;
  /** A scan is stored; `before` is what was known of its domain, undefined if nothing was. */
  readonly onRecorded: (scan: DomainScan, before: ScannedParts | undefined) => void;
}

interface Waiting {
  readonly recorded: RecordedScan;
  readonly resolve: (stored: boolean) => void;
}

/**
 * A scan recorder stores scans, those that end at about the same time together: a statement for each would be what bulk
 * jobs wait for.
 */
export class ScanRecorder {
  readonly #ports: ScanRecorderPorts;
  readonly #dueSeconds: number;
  readonly #lost;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;

  /** `dueSeconds`: after how long a monitored domain is due again. */
  constructor(ports: ScanRecorderPorts, dueSeconds: number) {
    this.#ports = ports;
    this.#dueSeconds = dueSeconds;
    this.#lost = ports.meter.counter(
      'sonde_domain_scans_not_stored_total',
      'Scans that could not be stored.',
    );
  }

  /**
   * Records a scan, and tells whether it could be stored. Never rejects: a scan that can't be stored is still worth its
   * answer.
   */
  record(scan: DomainScan, monitorSeconds: number, monitoredBy?: number): Promise<boolean> {
    if (this.#waiting.length >= mostWaiting) {
      this.#lost.add(1);
      return Promise.resolve(false);
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#waiting.push({ recorded: { scan, monitorSeconds, monitoredBy }, resolve });
    this.#writing ??= this.#write();
    return promise;
  }

  /** Resolves when nothing waits any more. */
  async stop(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, atOnce);
      const stored = await this.#store(group.map(({ recorded }) => recorded));
      for (const { resolve } of group) resolve(stored);
    }
    this.#writing = undefined;
  }

  async #store(group: readonly RecordedScan[]): Promise<boolean> {
    const { trackedDomains, domainScans, random, log, onRecorded } = this.#ports;
    const token = random.uuid();
    const scans = group.map(({ scan }) => scan);
    try {
      const before = await trackedDomains.record(group, this.#dueSeconds);
      // What changed is told by the latest state, and would not be seen again.
      for (const scan of scans) onRecorded(scan, before.get(scan.domain));
      await repeatedly(() => domainScans.append(scans, token));
      return true;
    } catch (error) {
      this.#lost.add(group.length);
      log.error({ err: error, scans: group.length }, 'scans could not be stored');
      return false;
    }
  }
}

/** The token makes it safe to try again. */
async function repeatedly(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts) throw error;
    }
  }
}
