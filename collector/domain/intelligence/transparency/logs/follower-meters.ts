import type { ListedLog } from '@sonde/scanner/protocols/transparency/followed-logs.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Counter, Meter } from '../../../../ports/system/metrics.ts';
import type { KnownHead } from '../../../../ports/transparency/certificate-logs.ts';

interface Behind {
  readonly entries: number;
  /** When the head was signed that was looked at last. */
  readonly headAt: number;
}

/** Follower meters count entries, bytes and failures of followed logs, for the operator. */
export class FollowerMeters {
  readonly #entries: Counter<'log'>;
  readonly #bytes: Counter<'log'>;
  readonly #failures: Counter<'log' | 'reason'>;
  readonly #behind = new Map<string, Behind>();

  constructor(meter: Meter, clock: Clock) {
    this.#entries = meter.counter(
      'sonde_certificate_log_entries_total',
      'Entries of certificate logs that were taken and verified.',
      ['log'],
    );
    this.#bytes = meter.counter('sonde_certificate_log_bytes_total', 'Octets that certificate logs gave.', [
      'log',
    ]);
    this.#failures = meter.counter(
      'sonde_certificate_log_failures_total',
      'Looks at certificate logs that failed, by why.',
      ['log', 'reason'],
    );
    meter.gauge(
      'sonde_certificate_log_lag_entries',
      'Entries that the logs which are followed have beyond what is taken.',
      () => [...this.#behind.values()].reduce((sum, { entries }) => sum + entries, 0),
    );
    meter.gauge(
      'sonde_certificate_log_head_age_seconds',
      'Age of the oldest head that a followed log was last seen with.',
      () => {
        const ages = [...this.#behind.values()].map(({ headAt }) => clock.now() - headAt);
        return ages.length === 0 ? 0 : Math.max(...ages) / 1_000;
      },
    );
  }

  bytes({ name }: ListedLog, bytes: number): void {
    this.#bytes.add(bytes, { log: name });
  }

  taken({ name }: ListedLog, entries: number): void {
    if (entries > 0) this.#entries.add(entries, { log: name });
  }

  lag({ id }: ListedLog, size: number, head: Pick<KnownHead, 'size' | 'timestamp'>): void {
    this.#behind.set(id, { entries: Math.max(0, head.size - size), headAt: head.timestamp.getTime() });
  }

  failure({ name }: ListedLog, reason: string): void {
    this.#failures.add(1, { log: name, reason });
  }
}
