import { randomUUID } from 'node:crypto';
import { NotedAddresses } from '../../../collector/domain/intelligence/addresses/noted-addresses.ts';
import type {
  AddressReport,
  AddressReportStore,
} from '../../../collector/ports/addresses/address-reports.ts';
import type {
  AddressScanStore,
  AddressScore,
  StoredAddressScan,
} from '../../../collector/ports/addresses/address-scans.ts';
import type {
  AddressSighting,
  AddressSightingStore,
} from '../../../collector/ports/addresses/address-sightings.ts';
import type { NetworkRegistrationStore } from '../../../collector/ports/addresses/network-registrations.ts';
import type {
  ComparedTable,
  OriginHistoryStore,
  SeenOriginChange,
} from '../../../collector/ports/addresses/origin-history.ts';
import type {
  DatasetChange,
  DatasetSettingsStore,
} from '../../../collector/ports/networks/dataset-settings.ts';
import { AddressLists } from '../../../scanner/addresses/address-lists.ts';
import { NetworkGeofeeds } from '../../../scanner/addresses/network-geofeeds.ts';
import { AddressProviders } from '../../../scanner/addresses/providers/address-providers.ts';
import { KnownDatasets } from '../../../scanner/datasets/facts/known-datasets.ts';
import { DatasetFiles } from '../../../scanner/datasets/refresh/dataset-files.ts';
import { DatasetKeeper } from '../../../scanner/datasets/refresh/dataset-keeper.ts';
import { datasets } from '../../../scanner/datasets/sources/index.ts';
import { FetchError } from '../../../scanner/ports/fetch.ts';
import type { NetworkRegistration } from '../../../scanner/ports/network-registration.ts';
import type { OriginChange } from '../../../scanner/ports/origin-change.ts';
import { isWithin } from '../../../scanner/protocols/registration/networks/address-range.ts';
import type { NetworkDirectory } from '../../../scanner/protocols/registration/networks/network-directory.ts';
import { silentLog } from '../silent-log.ts';
import { FakeRangeJobs } from './range-jobs.ts';

/** Scans of addresses in memory, with the behaviour that the port promises. */
export class FakeAddressScans implements AddressScanStore {
  readonly #scans: (StoredAddressScan & { ip: string })[] = [];
  readonly #scores = new Map<string, AddressScore>();

  async latest(ip: string) {
    return (await this.list(ip, 1))[0];
  }

  async list(ip: string, limit: number) {
    return this.#scans
      .filter((scan) => scan.ip === ip)
      .toReversed()
      .slice(0, limit);
  }

  async byId(scans: readonly { id: string; ip: string }[]) {
    return this.#scans.filter(({ id }) => scans.some((one) => one.id === id));
  }

  async append(scan: StoredAddressScan, score: AddressScore) {
    this.#scans.push({ ...scan, ip: score.ip });
    this.#scores.set(score.ip, score);
  }

  async count() {
    return { scans: this.#scans.length, addresses: this.#scores.size };
  }

  async highRisk({ minConfidence, limit }: { minConfidence: number; limit: number }) {
    const bad = [...this.#scores.values()]
      .filter(({ abuseConfidence }) => abuseConfidence >= minConfidence)
      .toSorted((one, other) => other.abuseConfidence - one.abuseConfidence);
    return { total: bad.length, scores: bad.slice(0, limit) };
  }

  async scoresBetween(first: string, last: string, limit: number) {
    return [...this.#scores.values()].filter(({ ip }) => isWithin(ip, first, last)).slice(0, limit);
  }

  async forgetBefore() {
    return 0;
  }
}

export class FakeAddressReports implements AddressReportStore {
  #reports: AddressReport[] = [];

  async add(report: AddressReport) {
    const isSame = (one: AddressReport) =>
      one.ip === report.ip && one.accountId === report.accountId && one.category === report.category;
    this.#reports = [report, ...this.#reports.filter((one) => !isSame(one))];
  }

  async of(ip: string) {
    return this.#reports.filter((report) => report.ip === ip);
  }

  async ofAll(ips: readonly string[]) {
    return this.#reports.filter(({ ip }) => ips.includes(ip));
  }

  async between(first: string, last: string, limit: number) {
    return this.#reports.filter(({ ip }) => isWithin(ip, first, last)).slice(0, limit);
  }

  async forgetBefore() {
    return 0;
  }
}

export class FakeAddressSightings implements AddressSightingStore {
  readonly all: AddressSighting[] = [];

  async of(ips: readonly string[]) {
    return this.all.filter(({ ip }) => ips.includes(ip));
  }

  async between(first: string, last: string, limit: number) {
    return this.all.filter(({ ip }) => isWithin(ip, first, last)).slice(0, limit);
  }

  async forgetBefore() {
    return 0;
  }
}

export class FakeNetworkRegistrations implements NetworkRegistrationStore {
  readonly saved: NetworkRegistration[] = [];

  async find(ip: string) {
    return this.saved.find(({ first, last }) => isWithin(ip, first, last));
  }

  async save(registration: NetworkRegistration) {
    this.saved.push(registration);
  }

  async forgetBefore() {
    return 0;
  }
}

const lengthOf = (prefix: string) => Number(prefix.split('/')[1]);

export class FakeOriginHistory implements OriginHistoryStore {
  readonly tables: ComparedTable[] = [];
  changes: SeenOriginChange[] = [];

  async has({ dataset, builtAt, contentHash }: Pick<ComparedTable, 'dataset' | 'builtAt' | 'contentHash'>) {
    const own = this.tables.filter((table) => table.dataset === dataset);
    const [latest] = own.toSorted((a, b) => b.builtAt.getTime() - a.builtAt.getTime());
    return (
      own.some((table) => table.builtAt.getTime() === builtAt.getTime()) ||
      latest?.contentHash === contentHash
    );
  }

  async add(changes: readonly OriginChange[], { dataset, seenAt }: { dataset: string; seenAt: Date }) {
    this.changes.push(...changes.map((change) => ({ ...change, dataset, seenAt })));
  }

  async record(table: ComparedTable) {
    const isSame = (one: ComparedTable) =>
      one.dataset === table.dataset && one.builtAt.getTime() === table.builtAt.getTime();
    if (!this.tables.some(isSame)) this.tables.push(table);
  }

  async changesOf(prefixes: readonly string[], limit: number) {
    return this.changes
      .filter(({ prefix }) => prefixes.includes(prefix))
      .toSorted((a, b) => b.seenAt.getTime() - a.seenAt.getTime() || lengthOf(b.prefix) - lengthOf(a.prefix))
      .slice(0, limit);
  }

  async compared() {
    return [...Map.groupBy(this.tables, ({ dataset }) => dataset)].map(([dataset, tables]) => {
      const times = tables.map(({ builtAt }) => builtAt.getTime());
      return {
        dataset,
        since: new Date(Math.min(...times)),
        latest: new Date(Math.max(...times)),
        tables: tables.length,
      };
    });
  }

  async forgetBefore(date: Date) {
    const before = this.changes.length;
    this.changes = this.changes.filter(({ seenAt }) => seenAt >= date);
    return before - this.changes.length;
  }
}

/** What administrators say of datasets, in memory. */
export class FakeDatasetSettings implements DatasetSettingsStore {
  readonly #changes = new Map<string, DatasetChange>();

  async changes() {
    return new Map(this.#changes);
  }

  async switch(dataset: string, enabled: boolean | null) {
    this.#changes.set(dataset, { askedAt: null, ...this.#changes.get(dataset), enabled });
  }

  async ask(dataset: string, askedAt: Date) {
    this.#changes.set(dataset, { enabled: null, ...this.#changes.get(dataset), askedAt });
  }
}

/** What looking at addresses asks for: stores in memory, and no dataset, list or registry unless a test puts one there. */
export class FakeAddresses {
  readonly addressScans = new FakeAddressScans();
  readonly addressReports = new FakeAddressReports();
  readonly addressSightings = new FakeAddressSightings();
  readonly networkRegistrations = new FakeNetworkRegistrations();
  readonly originHistory = new FakeOriginHistory();
  readonly rangeJobs = new FakeRangeJobs();
  addressProviders = new AddressProviders({}, Date);
  readonly datasets = new KnownDatasets(Date);
  readonly addressNotes = new NotedAddresses(this.datasets, Date);
  addressLists = new AddressLists([], Date);
  networkDirectory: Pick<NetworkDirectory, 'find'> | undefined;
  networkGeofeeds: Pick<NetworkGeofeeds, 'find'> = new NetworkGeofeeds(Date);
  readonly datasetSettings = new FakeDatasetSettings();
  /** The real one, over a directory that is not there: none of the datasets is on. */
  readonly datasetKeeper = new DatasetKeeper(datasets, [], {
    known: this.datasets,
    log: silentLog,
    clock: Date,
    files: new DatasetFiles('/nowhere'),
    userAgent: 'Sonde/test',
    fetch: () => Promise.reject(new FetchError('refused', 'There is no network here.')),
    build: () => Promise.reject(new Error('Nothing is built here.')),
    settings: { urls: () => [], key: () => undefined },
  });

  /** A job of an account over one address. */
  async addRangeJob(accountId: number): Promise<string> {
    const id = randomUUID();
    const chunks = [{ first: '1.2.3.4', size: 1 }];
    await this.rangeJobs.submit({ id, accountId, cidr: '1.2.3.4/32', lists: false, chunks }, 1_000);
    return id;
  }

  get ports() {
    const { addressScans, addressReports, networkRegistrations, datasets, addressLists, networkDirectory } =
      this;
    return {
      addressScans,
      addressReports,
      networkRegistrations,
      datasets,
      addressLists,
      networkDirectory,
      networkGeofeeds: this.networkGeofeeds,
      addressNotes: this.addressNotes,
      addressSightings: this.addressSightings,
      originHistory: this.originHistory,
      addressProviders: this.addressProviders,
      rangeJobs: this.rangeJobs,
      datasetKeeper: this.datasetKeeper,
      datasetSettings: this.datasetSettings,
    };
  }
}
