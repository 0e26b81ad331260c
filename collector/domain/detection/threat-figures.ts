import type { Meter } from '../../ports/system/metrics.ts';
import type { OpenThreats, Threat, ThreatStore } from '../../ports/threats/threats.ts';

/** Lists may bring types of their own: beyond so many the others are told as one, so that there is an end to the series. */
const mostTypes = 64;

/**
 * The figures of threats tell how many are open in the database, and how many this collector opened or saw become more severe, by severity
 * and type.
 */
export class ThreatFigures {
  readonly #threats: Pick<ThreatStore, 'countOpen'>;
  readonly #types = new Set<string>();
  readonly tell: (threat: Pick<Threat, 'severity' | 'type'>) => void;
  #open: readonly OpenThreats[] = [];

  constructor({ threats, meter }: { threats: Pick<ThreatStore, 'countOpen'>; meter: Meter }) {
    this.#threats = threats;
    const told = meter.counter(
      'sonde_threat_alerts_total',
      'Threats that were opened or became more severe, by severity and type.',
      ['severity', 'type'],
    );
    this.tell = ({ severity, type }) => told.add(1, { severity, type: this.#bounded(type) });
    meter.gaugeBy(
      'sonde_threats_open',
      'Threats that nobody has resolved, by severity and type.',
      ['severity', 'type'],
      () => this.#series(),
    );
  }

  /** Counts anew. Throws a StoreError. */
  async look(): Promise<void> {
    this.#open = await this.#threats.countOpen();
    // The most frequent ones keep their names.
    for (const { type } of this.#open) this.#bounded(type);
  }

  #series() {
    const sums = new Map<string, { labels: { severity: string; type: string }; value: number }>();
    for (const { severity, type: own, count } of this.#open) {
      const type = this.#bounded(own);
      const key = `${severity} ${type}`;
      sums.set(key, { labels: { severity, type }, value: (sums.get(key)?.value ?? 0) + count });
    }
    return [...sums.values()];
  }

  #bounded(type: string): string {
    if (this.#types.has(type)) return type;
    if (this.#types.size >= mostTypes) return 'other';
    this.#types.add(type);
    return type;
  }
}
