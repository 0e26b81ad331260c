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

  readonly certificateLogs: Pick<CertificateLogStore, 'all' | 'load' | 'resume'> = {
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
