import type {
  RecordedScan,
  TrackedDomain,
  TrackedDomainStore,
} from '../../../../collector/ports/scans/tracked-domains.ts';
import type { Page } from '../../../../collector/ports/system/page.ts';
import type { ScannedParts } from '../../../../scanner/ports/domain-scan.ts';

interface Known extends TrackedDomain {
  monitoredUntil: number;
  dueAt: number;
}

/** Tracked domains in memory, with the behaviour that the port promises. */
export class FakeTrackedDomains implements TrackedDomainStore {
  readonly #known = new Map<string, Known>();

  async record(scans: readonly RecordedScan[], dueSeconds = 0): Promise<ReadonlyMap<string, ScannedParts>> {
    const before = new Map<string, ScannedParts>();
    const now = Date.now();
    for (const { scan, monitorSeconds } of scans) {
      const old = this.#known.get(scan.domain);
      if (old !== undefined) before.set(scan.domain, old.parts);
      const at = new Date(scan.startedAt.getTime() + Math.round(scan.milliseconds));
      const monitoredUntil = Math.max(
        old?.monitoredUntil ?? 0,
        monitorSeconds === 0 ? 0 : now + monitorSeconds * 1_000,
      );
      this.#known.set(scan.domain, {
        domain: scan.domain,
        firstScannedAt: old?.firstScannedAt ?? at,
        lastScannedAt: at,
        monitored: monitoredUntil > now,
        summary: { ...old?.summary, ...scan.summary },
        parts: JSON.parse(JSON.stringify({ ...old?.parts, ...scan.parts })),
        monitoredUntil,
        dueAt: now + dueSeconds * 1_000,
      });
    }
    return before;
  }

  async find(domain: string): Promise<TrackedDomain | undefined> {
    return this.#known.get(domain);
  }

  async findAll(domains: readonly string[], checks: readonly string[]): Promise<TrackedDomain[]> {
    return this.#sorted()
      .filter(({ domain }) => domains.includes(domain))
      .map((known) => ({
        ...known,
        parts: Object.fromEntries(Object.entries(known.parts).filter(([check]) => checks.includes(check))),
      }));
  }

  async list({ limit, offset }: Page) {
    const domains = this.#sorted();
    return { count: domains.length, domains: domains.slice(offset, offset + limit) };
  }

  async search(text: string, limit: number) {
    const rank = (domain: string) => (domain === text ? 0 : domain.startsWith(text) ? 1 : 2);
    const found = this.#sorted()
      .filter(({ domain }) => domain.includes(text))
      .toSorted((a, b) => rank(a.domain) - rank(b.domain));
    return { count: found.length, domains: found.slice(0, limit) };
  }

  async certificatesEndingBefore(time: Date, limit: number) {
    const end = ({ summary }: Known) => Date.parse(summary.certificate?.validUntil ?? '');
    return this.#sorted()
      .filter((known) => end(known) < time.getTime())
      .toSorted((a, b) => end(a) - end(b))
      .slice(0, limit);
  }

  async counts() {
    const all = this.#sorted();
    const count = (fits: (known: Known) => unknown) => all.filter(fits).length;
    return {
      domains: all.length,
      dnssecEnabled: count(({ summary }) => summary.dnssecEnabled),
      certificates: count(({ summary }) => summary.certificate),
      validCertificates: count(({ summary }) => summary.sslValid),
      emailRecords: count(({ summary }) => summary.spfRecord ?? summary.dmarcPolicy),
      monitored: count(({ monitored }) => monitored),
    };
  }

  async claimDue(limit: number, leaseSeconds: number): Promise<string[]> {
    const now = Date.now();
    const due = this.#sorted().filter(({ dueAt, monitored }) => monitored && dueAt <= now);
    for (const known of due.slice(0, limit)) known.dueAt = now + leaseSeconds * 1_000;
    return due.slice(0, limit).map(({ domain }) => domain);
  }

  async forgetBefore(time: Date): Promise<number> {
    const old = this.#sorted().filter(({ lastScannedAt }) => lastScannedAt < time);
    for (const { domain } of old) this.#known.delete(domain);
    return old.length;
  }

  #sorted(): Known[] {
    return [...this.#known.values()].toSorted((a, b) => (a.domain < b.domain ? -1 : 1));
  }
}
