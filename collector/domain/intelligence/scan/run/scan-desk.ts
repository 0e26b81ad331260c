import type { DomainScan, ScannedParts, ScanTrigger } from '@sonde/scanner/ports/domain-scan.ts';
import type { Scanner } from '@sonde/scanner/ports/scanner.ts';
import { type RunScanPorts, runScan, type ScanProgress, type ScanRun } from '@sonde/scanner/run/run-scan.ts';
import { Overloaded } from '@sonde/shared/errors.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import limitConcurrency, { type LimitFunction } from 'p-limit';
import type { TrackedDomainStore } from '../../../../ports/scans/tracked-domains.ts';
import type { Meter } from '../../../../ports/system/metrics.ts';
import type { ScanRecorder } from './scan-recorder.ts';
import { SharedScan } from './shared-scan.ts';

export interface ScanDeskPorts extends Omit<RunScanPorts, 'onFault'> {
  readonly recorder: Pick<ScanRecorder, 'record'>;
  readonly trackedDomains: Pick<TrackedDomainStore, 'find'>;
  readonly meter: Meter;
  readonly log: Log;
  /** The function finds a scanner for a name outside the DNS, in place of every check; undefined for a domain. */
  readonly outsideDns?: ((name: string) => Scanner<unknown> | undefined) | undefined;
  /** Makes scans that nobody waits for, beside this thread; in this one if it is absent. */
  readonly background?: { run(run: ScanRun): Promise<DomainScan> } | undefined;
}

export interface ScanDeskSettings {
  /** Milliseconds that one scan may take. */
  readonly budget: number;
  /** Milliseconds for which an answer serves the next who ask for the same. */
  readonly cacheFor: number;
  /** Scans that run at once because somebody waits for them. */
  readonly atOnce: number;
  /** Scans that may wait for such a turn. */
  readonly mostWaiting: number;
  /** Scans of bulk jobs and of the monitor that run at once, beside those. */
  readonly backgroundAtOnce: number;
}

export interface DeskRequest {
  readonly domain: string;
  readonly scanners: readonly Scanner<unknown>[];
  readonly trigger: ScanTrigger;
  /** Looks again, whatever is known. */
  readonly refresh: boolean;
  /** Seconds for which the domain is to be scanned again by itself. */
  readonly monitorSeconds: number;
  /** The account that has it monitored. */
  readonly monitoredBy?: number | undefined;
  /** The caller gives up. The scan goes on while others wait for it. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ScanProgress) => void;
}

/** A desk answer states what is known of the checks that were asked for. */
export interface DeskAnswer {
  readonly domain: string;
  readonly parts: ScannedParts;
  /** When the last of the parts was looked at. */
  readonly at: Date;
  /** The scan that this answer is of; null if it comes out of what was known. */
  readonly scan: DomainScan | null;
  /** False if the scan could not be stored. */
  readonly stored: boolean;
}

/**
 * The scan desk takes requests for scans: it answers with what was looked at a little while ago, lets those who ask for
 * the same at the same time share one scan, and bounds how many run and wait.
 */
export class ScanDesk {
  readonly #ports: ScanDeskPorts;
  readonly #settings: ScanDeskSettings;
  readonly #turns: LimitFunction;
  readonly #background: LimitFunction;
  readonly #running = new Map<string, SharedScan>();
  readonly #outcomes;
  readonly #seconds;

  constructor(ports: ScanDeskPorts, settings: ScanDeskSettings) {
    this.#ports = ports;
    this.#settings = settings;
    this.#turns = limitConcurrency(settings.atOnce);
    this.#background = limitConcurrency(settings.backgroundAtOnce);
    this.#outcomes = ports.meter.counter(
      'sonde_domain_scans_total',
      'Requests for a scan, by what answered.',
      ['outcome'],
    );
    this.#seconds = ports.meter.histogram(
      'sonde_domain_scan_seconds',
      'How long scans took, without their waiting.',
      [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40],
    );
    ports.meter.gauge(
      'sonde_domain_scans_running',
      'Scans under way.',
      () => this.#turns.activeCount + this.#background.activeCount,
    );
    ports.meter.gauge(
      'sonde_domain_scans_waiting',
      'Scans that wait for their turn.',
      () => this.#turns.pendingCount + this.#background.pendingCount,
    );
  }

  /** Throws Overloaded if too many wait, a StoreError if what is known can't be read, and what `signal` aborts with. */
  async scan(asked: DeskRequest): Promise<DeskAnswer> {
    const instead = this.#ports.outsideDns?.(asked.domain);
    const request = instead === undefined ? asked : { ...asked, scanners: [instead] };
    const known = request.refresh ? undefined : await this.#known(request);
    if (known !== undefined) {
      this.#outcomes.add(1, { outcome: 'known' });
      return known;
    }
    const key = `${request.domain} ${request.scanners.map(({ id }) => id).join(' ')}`;
    const found = this.#running.get(key);
    const running = found?.isOpen === true ? found : undefined;
    this.#outcomes.add(1, { outcome: running === undefined ? 'scanned' : 'shared' });
    const shared = running ?? this.#begin(key, request);
    const { scan, stored } = await shared.join(request);
    return { domain: scan.domain, parts: scan.parts, at: endOf(scan), scan, stored };
  }

  /** The parts, if every one of them is recent. */
  async #known({ domain, scanners }: DeskRequest): Promise<DeskAnswer | undefined> {
    const tracked = await this.#ports.trackedDomains.find(domain);
    if (tracked === undefined) return undefined;
    const oldest = this.#ports.clock.now() - this.#settings.cacheFor;
    const parts: ScannedParts = Object.fromEntries(
      scanners.flatMap(({ id }) => {
        const part = tracked.parts[id];
        return part === undefined || Date.parse(part.at) < oldest ? [] : [[id, part]];
      }),
    );
    const times = Object.values(parts).map(({ at }) => Date.parse(at));
    if (times.length < scanners.length || times.length === 0) return undefined;
    return { domain, parts, at: new Date(Math.max(...times)), scan: null, stored: true };
  }

  #begin(key: string, request: DeskRequest): SharedScan {
    const turns = request.trigger === 'request' ? this.#turns : this.#background;
    if (turns.pendingCount >= this.#settings.mostWaiting) {
      throw new Overloaded('As many scans as may wait are waiting.');
    }
    const shared = new SharedScan((signal, onProgress) =>
      turns(() => this.#run(request, signal, onProgress)),
    );
    this.#running.set(key, shared);
    const forget = () => {
      if (this.#running.get(key) === shared) this.#running.delete(key);
    };
    shared.ended.then(forget);
    return shared;
  }

  async #run(
    { domain, scanners, trigger, monitorSeconds, monitoredBy }: DeskRequest,
    signal: AbortSignal,
    onProgress: (progress: ScanProgress) => void,
  ): Promise<{ scan: DomainScan; stored: boolean }> {
    signal.throwIfAborted();
    const { log, recorder, background } = this.#ports;
    const onFault = (check: string, error: unknown) =>
      log.error({ err: error, check, domain }, 'fault in a check of a scan');
    const run = { domain, scanners, trigger, budget: this.#settings.budget, signal, onProgress };
    // Who resolves names beside the DNS has secrets, which stay in this thread.
    const stays = trigger === 'request' || this.#ports.outsideDns?.(domain) !== undefined;
    const elsewhere = stays ? undefined : background;
    const scan = await (elsewhere?.run(run) ?? runScan(run, { ...this.#ports, onFault }));
    this.#seconds.observe(scan.milliseconds / 1_000);
    // What was broken off says nothing of the domain.
    signal.throwIfAborted();
    const stored = await recorder.record(scan, monitorSeconds, monitoredBy);
    return { scan, stored };
  }
}

function endOf(scan: DomainScan): Date {
  return new Date(scan.startedAt.getTime() + Math.round(scan.milliseconds));
}
