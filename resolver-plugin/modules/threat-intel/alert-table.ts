import { randomUUID } from 'node:crypto';
import type { Alert } from '@sonde/shared/schemas/resolver-report.ts';
import type { Verdict } from '@sonde/shared/schemas/verdict.ts';

/** Alerts in a batch, and different ones that wait for the next. */
const mostAlerts = 1_000;

/** The alert table holds hits since the last batch, one alert for each name and client with the number of queries. */
export class AlertTable {
  #waiting = new Map<string, Alert & { count: number }>();
  /** Hits that found no room. */
  lost = 0;

  get size(): number {
    return this.#waiting.size;
  }

  add({ query_name, threat, reason }: Verdict, client: string | undefined, now: number): void {
    if (threat === null) return;
    const key = `${query_name} ${client}`;
    const known = this.#waiting.get(key);
    if (known !== undefined) {
      known.count += 1;
    } else if (this.#waiting.size >= mostAlerts) {
      this.lost += 1;
    } else {
      const { threat_type, severity, indicator, source } = threat;
      const about = { query_name, threat_type, severity, indicator, source, message: reason };
      const timestamp = new Date(now).toISOString();
      this.#waiting.set(key, { ...about, timestamp, client_ip: client ?? null, count: 1 });
    }
  }

  /** Takes all that waits as a batch; undefined if nothing does. */
  take(): { batch_id: string; alerts: Alert[] } | undefined {
    if (this.#waiting.size === 0) return undefined;
    const alerts = [...this.#waiting.values()];
    this.#waiting = new Map();
    return { batch_id: randomUUID(), alerts };
  }
}
