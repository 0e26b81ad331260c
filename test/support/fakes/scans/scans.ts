import { followScan } from '../../../../collector/domain/intelligence/scan/follow-scan.ts';
import { nameScanners } from '../../../../collector/domain/intelligence/scan/run/name-scanners.ts';
import { ScanDesk } from '../../../../collector/domain/intelligence/scan/run/scan-desk.ts';
import { ScanRecorder } from '../../../../collector/domain/intelligence/scan/run/scan-recorder.ts';
import { TechnologyRecorder } from '../../../../collector/domain/intelligence/technologies/technology-recorder.ts';
import { BurstLimits } from '../../../../collector/domain/people/quota/burst-limits.ts';
import { PlatformNumbers } from '../../../../collector/domain/traffic/platform/platform-numbers.ts';
import type { PublishedEvent } from '../../../../collector/ports/system/events.ts';
import { createChecks } from '../../../../scanner/checks/create-checks.ts';
import { NameDirectory } from '../../../../scanner/names/name-directory.ts';
import type { DomainScan } from '../../../../scanner/ports/domain-scan.ts';
import { ProbeError } from '../../../../scanner/ports/tls-session.ts';
import type { OpenScan } from '../../../../scanner/run/run-scan.ts';
import { createTestMeter } from '../../meter.ts';
import { offlineWorld } from '../../scans/offline-world.ts';
import { sampleScan } from '../../scans/sample-scan.ts';
import { silentLog } from '../../silent-log.ts';
import { systemRandom } from '../../system-random.ts';
import type { FakeFeedStates } from '../threats/feed-states.ts';
import { FakeBulkJobs } from './bulk-jobs.ts';
import { FakeDomainEvents } from './domain-events.ts';
import { FakeDomainScans } from './domain-scans.ts';
import { FakeTechnologies } from './technologies.ts';
import { FakeTrackedDomains } from './tracked-domains.ts';

/** All that scans ask for: the real desk and the real checks, over stores in memory and a network that a test says. */
export class FakeScans {
  readonly trackedDomains = new FakeTrackedDomains();
  readonly domainScans = new FakeDomainScans();
  readonly domainEvents = new FakeDomainEvents();
  /** Domains that are watched, whose changes are told when two servers agree. */
  readonly watched = new Set<string>();
  readonly bulkJobs = new FakeBulkJobs();
  readonly technologies = new FakeTechnologies();
  /** Events that were told. */
  readonly published: PublishedEvent[] = [];
  /** The network that scans see; nothing is in it unless a test puts something there. */
  openScan: OpenScan = offlineWorld;
  /** What a book of I2P knows: destinations by their hosts. */
  readonly i2pHosts = new Map<string, string>();
  /** Nobody is configured for any name, but for a book of I2P. */
  readonly names = new NameDirectory({
    clock: Date,
    gateways: { ethereum: [], polygon: [], base: [] },
    handshake: undefined,
    books: [{ name: 'hosts.txt', hosts: this.i2pHosts }],
  });
  readonly ports;

  /** What following certificate logs came to. */
  logTotals = { followed: 0, entriesToday: 0 };

  constructor(feedStates: FakeFeedStates) {
    const { trackedDomains, domainScans, bulkJobs, technologies } = this;
    const publisher = { publish: (event: PublishedEvent) => void this.published.push(event) };
    const common = { clock: Date, random: systemRandom, meter: createTestMeter(), log: silentLog };
    const openScan: OpenScan = (signal) => this.openScan(signal);
    const technologyRecorder = new TechnologyRecorder({ ...common, technologies, publisher });
    const domainWatches = { hasten: async (domain: string) => this.watched.has(domain) };
    const { domainEvents } = this;
    const follow = followScan({ ...common, domainEvents, domainWatches, publisher });
    const onRecorded: typeof follow = (scan, before) => {
      follow(scan, before);
      technologyRecorder.add(scan);
    };
    const recorder = new ScanRecorder({ ...common, trackedDomains, domainScans, onRecorded }, 3_600);
    this.ports = {
      trackedDomains,
      domainScans,
      domainEvents,
      bulkJobs,
      technologies,
      technologyRecorder,
      checks: createChecks({ roots: [], propagationResolvers: [] }),
      openScan,
      scanDesk: new ScanDesk(
        { ...common, openScan, recorder, trackedDomains, outsideDns: nameScanners(this.names) },
        { budget: 5_000, cacheFor: 60_000, atOnce: 32, mostWaiting: 1_000, backgroundAtOnce: 8 },
      ),
      platform: new PlatformNumbers({
        trackedDomains,
        domainScans,
        feedStates,
        feedsInForce: { enabled: [] },
        certificateLogs: { totals: async () => this.logTotals },
        clock: Date,
      }),
      burst: new BurstLimits({ burst: 1_000_000, perMinute: 1_000_000 }, Date),
      quic: { versions: () => Promise.reject(new ProbeError('unreachable', 'Nothing is there.')) },
      names: this.names,
      monitorSeconds: 86_400,
    };
  }

  /** A job of an account with one domain. */
  async addBulkJob(accountId: number): Promise<string> {
    const id = systemRandom.uuid();
    const options = { checkSsl: true, advanced: false };
    await this.bulkJobs.submit({ id, accountId, options, domains: ['example.com'] }, 1_000);
    return id;
  }

  /** A site that was looked at, and is made of nothing that is known. */
  async addWebsite(domain: string): Promise<void> {
    const url = `https://${domain}/`;
    const look = { domain, askedUrl: url, url, serverIp: '192.0.2.1', title: null, at: new Date() };
    await this.technologies.record([{ ...look, technologies: [], rules: '', isWhole: true }]);
  }

  /** A domain that was scanned, whatever came of it. */
  async addScan(domain: string, change: Partial<DomainScan> = {}): Promise<DomainScan> {
    const scan = sampleScan({ domain, ...change });
    await this.trackedDomains.record([{ scan, monitorSeconds: 0 }]);
    await this.domainScans.append([scan], scan.id);
    return scan;
  }
}
