import type { DanglingService, ServicesResult } from '@sonde/scanner/checks/services/services-result.ts';
import type { DomainScan } from '@sonde/scanner/ports/domain-scan.ts';
import { partResult } from '@sonde/scanner/result/part-result.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { IndexedService, ServiceIndex, ServiceKind } from '../../../ports/scans/service-index.ts';
import type { EventPublisher } from '../../../ports/system/events.ts';
import type { Meter } from '../../../ports/system/metrics.ts';

/** Domains that may wait: beyond it they are left out until their next scan. */
const mostWaiting = 10_000;

interface Waiting {
  readonly domain: string;
  readonly at: Date;
  readonly services: readonly IndexedService[];
  /** Kinds that the scan could not look for in full. */
  readonly inPart: readonly ServiceKind[];
}

export interface ServiceIndexerPorts {
  readonly serviceIndex: Pick<ServiceIndex, 'record'>;
  readonly publisher: EventPublisher;
  readonly meter: Meter;
  readonly log: Log;
}

/**
 * A service indexer takes the services that scans saw into the index, one domain after the other, and tells those who
 * follow it what changed.
 */
export class ServiceIndexer {
  readonly #ports: ServiceIndexerPorts;
  readonly #lost;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;

  constructor(ports: ServiceIndexerPorts) {
    this.#ports = ports;
    this.#lost = ports.meter.counter(
      'sonde_services_not_indexed_total',
      'Domains whose services could not be taken into the index.',
    );
  }

  /** Never throws: a scan is worth its answer all the same. A scan that did not look says nothing of what is gone. */
  add({ domain, startedAt, parts }: DomainScan): void {
    const seen = partResult<ServicesResult>(parts, 'services');
    const services = seen?.services ?? null;
    if (services === null) return;
    if (this.#waiting.length >= mostWaiting) {
      this.#lost.add(1);
      return;
    }
    // Scans of an earlier version did not look for aliases.
    const { dangling, unasked }: Partial<ServicesResult> = seen ?? {};
    this.#waiting.push({
      domain,
      at: startedAt,
      services: [...services, ...indexedDangling(dangling ?? [])],
      inPart: unasked?.length !== 0 ? ['dangling'] : [],
    });
    this.#writing ??= this.#write();
  }

  /** Resolves when nothing waits any more. */
  async stop(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    const { serviceIndex, publisher, log } = this.#ports;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      try {
        const { domain, at } = next;
        for (const { provider, category, kind, change } of await serviceIndex.record(
          domain,
          at,
          next.services,
          next.inPart,
        )) {
          publisher.publish({
            name: 'service_change',
            payload: { domain, service: provider, category, kind, change, timestamp: at.toISOString() },
            accountId: null,
          });
        }
      } catch (error) {
        this.#lost.add(1);
        log.error({ err: error, domain: next.domain }, 'services could not be indexed');
      }
    }
    this.#writing = undefined;
  }
}

/** One for each provider, with all its aliases. */
function indexedDangling(dangling: readonly DanglingService[]): IndexedService[] {
  return [...Map.groupBy(dangling, ({ provider }) => provider).values()].map((aliases) => ({
    provider: aliases[0]!.provider,
    category: aliases[0]!.category,
    kind: 'dangling',
    record: aliases.map(({ name, target }) => `${name} CNAME ${target}`).join('\n'),
  }));
}
