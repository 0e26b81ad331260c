import type { DomainScanHistory, StoredScan } from '../../../../collector/ports/scans/domain-scans.ts';
import type { DomainScan } from '../../../../scanner/ports/domain-scan.ts';

/** The history of scans in memory, with the behaviour that the port promises. */
export class FakeDomainScans implements DomainScanHistory {
  readonly #scans: DomainScan[] = [];
  readonly #tokens = new Set<string>();

  async append(scans: readonly DomainScan[], token: string): Promise<void> {
    if (this.#tokens.has(token)) return;
    this.#tokens.add(token);
    this.#scans.push(...scans);
  }

  async list(domain: string, limit: number) {
    const all = this.#of(domain);
    const scans = all.slice(0, limit).map(({ id, startedAt, milliseconds, trigger, parts, summary }) => {
      const findings = Object.values(parts).flatMap((part) => part.findings);
      return {
        id,
        at: startedAt,
        milliseconds: Math.round(milliseconds),
        trigger,
        checks: Object.keys(parts),
        summary,
        failures: findings.filter(({ status }) => status === 'fail').length,
        warnings: findings.filter(({ status }) => status === 'warning').length,
      };
    });
    return { count: all.length, scans };
  }

  async parts(domain: string, { from, to, limit }: { from: Date; to: Date; limit: number }) {
    return this.#of(domain)
      .filter(({ startedAt }) => startedAt >= from && startedAt < to)
      .slice(0, limit)
      .map(stored);
  }

  async byId(scans: readonly { id: string; domain: string }[]) {
    return this.#scans
      .filter((scan) => scans.some(({ id, domain }) => id === scan.id && domain === scan.domain))
      .map(stored);
  }

  async countSince(since: Date) {
    return this.#scans.filter(({ startedAt }) => startedAt >= since).length;
  }

  /** Newest first; of equal times the last that came. */
  #of(domain: string): DomainScan[] {
    return this.#scans
      .filter((scan) => scan.domain === domain)
      .reverse()
      .toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
  }
}

function stored({ id, domain, startedAt, parts }: DomainScan): StoredScan {
  return { id, domain, at: startedAt, parts };
}
