import type {
  CertificateLogStore,
  LogProgress,
} from '../../../collector/ports/transparency/certificate-logs.ts';
import type {
  ArchivedCertificate,
  CertificateArchive,
} from '../../../collector/ports/transparency/certificates.ts';
import type {
  WatchedCertificate,
  WatchedCertificateStore,
} from '../../../collector/ports/transparency/watched-certificates.ts';

/** What was followed and found, as a test puts it in. */
export class FakeTransparency {
  readonly logs: (LogProgress & {
    readonly today: { entries: number; unreadable: number; bytes: number };
  })[] = [];
  readonly archived: ArchivedCertificate[] = [];
  readonly watched: (WatchedCertificate & { readonly accountId: number })[] = [];
  readonly searches: Parameters<CertificateArchive['search']>[0][] = [];

  /** Those that endpoints ask for by these names. */
  get ports() {
    const { certificateArchive, certificateLogs, watchedCertificates } = this;
    return { certificateArchive, certificateLogs, watchedCertificates };
  }

  /** A log that contradicted itself. Returns its id. */
  addStopped(at = new Date(0)): string {
    const id = 'ab'.repeat(32);
    this.logs.push({
      id,
      name: 'Example 2026',
      operator: 'Example',
      kind: 'tiled',
      url: 'https://log.example/',
      status: 'stopped',
      firstEntry: 0,
      size: 1,
      edge: Buffer.alloc(32),
      head: null,
      advancedAt: at,
      lookedAt: at,
      nextLookAt: at,
      failures: 0,
      lastError: null,
      stoppedAt: at,
      reason: 'fork',
      evidence: {},
      today: { entries: 0, unreadable: 0, bytes: 0 },
    });
    return id;
  }

  readonly certificateLogs: Pick<CertificateLogStore, 'all' | 'load' | 'resume' | 'totals'> = {
    totals: async () => ({
      followed: this.logs.filter(({ lookedAt }) => Date.now() - (lookedAt?.getTime() ?? 0) < 3_600_000)
        .length,
      entriesToday: this.logs.reduce((sum, { today }) => sum + today.entries, 0),
    }),
    all: async () => this.logs,
    load: async (logId) => this.logs.find(({ id }) => id === logId),
    resume: async (logId) => this.logs.some(({ id, status }) => id === logId && status !== 'following'),
  };

  readonly certificateArchive: Pick<CertificateArchive, 'search'> = {
    search: async (search) => {
      this.searches.push(search);
      const certificates = this.archived.filter(({ names }) =>
        names.some((name) => name === search.name || (search.below && name.endsWith(`.${search.name}`))),
      );
      return { count: certificates.length, certificates };
    },
  };

  readonly watchedCertificates: Pick<WatchedCertificateStore, 'list'> = {
    list: async (account, { watched, relation }) => {
      const certificates = this.watched.filter(
        (one) =>
          one.accountId === account &&
          (watched === undefined || one.watched === watched) &&
          (relation === undefined || one.relation === relation),
      );
      return { count: certificates.length, certificates };
    },
  };
}
