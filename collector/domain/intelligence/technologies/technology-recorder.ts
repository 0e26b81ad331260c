import type { TechStackResult } from '@sonde/scanner/checks/tech/tech-stack-result.ts';
import type { DomainScan } from '@sonde/scanner/ports/domain-scan.ts';
import { partResult } from '@sonde/scanner/result/part-result.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { EventPublisher } from '../../../ports/system/events.ts';
import type { Meter } from '../../../ports/system/metrics.ts';
import type {
  TechnologyChange,
  TechnologyLook,
  TechnologyStore,
} from '../../../ports/technologies/technology-store.ts';

const check = 'tech-stack';
const atOnce = 100;
/** Looks that may wait: beyond it they are left out until the site's next scan. */
const mostWaiting = 5_000;

export interface TechnologyRecorderPorts {
  readonly technologies: Pick<TechnologyStore, 'record'>;
  readonly publisher: EventPublisher;
  readonly meter: Meter;
  readonly log: Log;
}

/** A technology recorder sets down what sites are made of, and tells those who follow a domain what changed. */
export class TechnologyRecorder {
  readonly #ports: TechnologyRecorderPorts;
  readonly #lost;
  #waiting: TechnologyLook[] = [];
  #writing: Promise<void> | undefined;

  constructor(ports: TechnologyRecorderPorts) {
    this.#ports = ports;
    this.#lost = ports.meter.counter(
      'sonde_technology_looks_not_stored_total',
      'Looks at the technologies of a site that could not be stored.',
    );
  }

  /** Takes what a scan saw, some at a time. Never throws: a scan is worth its answer all the same. */
  add(scan: DomainScan): void {
    const look = lookOfScan(scan);
    if (look === undefined) return;
    if (this.#waiting.length >= mostWaiting) {
      this.#lost.add(1);
      return;
    }
    this.#waiting.push(look);
    this.#writing ??= this.#write();
  }

  /** Sets one look down; undefined if it could not be stored. */
  async record(look: TechnologyLook): Promise<readonly TechnologyChange[] | undefined> {
    return await this.#store([look]);
  }

  /** Resolves when nothing waits any more. */
  async stop(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) await this.#store(this.#waiting.splice(0, atOnce));
    this.#writing = undefined;
  }

  async #store(looks: readonly TechnologyLook[]): Promise<readonly TechnologyChange[] | undefined> {
    const { technologies, publisher, log } = this.#ports;
    try {
      const changes = await technologies.record(looks);
      for (const { domain, at, change, name, category, oldVersion, newVersion } of changes) {
        publisher.publish({
          name: 'technology_change',
          payload: {
            domain,
            technology: name,
            category,
            change,
            old_version: oldVersion,
            new_version: newVersion,
            timestamp: at.toISOString(),
          },
          accountId: null,
        });
      }
      return changes;
    } catch (error) {
      this.#lost.add(looks.length);
      log.error({ err: error, looks: looks.length }, 'technologies of sites could not be stored');
      return undefined;
    }
  }
}

function lookOfScan({ domain, parts }: DomainScan): TechnologyLook | undefined {
  const part = parts[check];
  const result = partResult<TechStackResult>(parts, check);
  if (part === undefined || !result) return undefined;
  return technologyLook({
    domain,
    askedUrl: siteUrl(domain),
    at: new Date(part.at),
    result,
    failures: part.errors.length,
  });
}

/** Gives the URL of a domain's site if nobody names a page. */
export function siteUrl(domain: string): string {
  return `https://${domain}/`;
}

/** Brings the outcome of a look to its stored form; undefined if there was none. */
export function technologyLook({
  domain,
  askedUrl,
  at,
  result,
  failures,
}: {
  readonly domain: string;
  readonly askedUrl: string;
  readonly at: Date;
  readonly result: TechStackResult;
  /** Parts of the network that could not be asked. */
  readonly failures: number;
}): TechnologyLook | undefined {
  const { technologies, site, partial, rules = '' } = result;
  if (technologies === null) return undefined;
  return {
    domain,
    askedUrl,
    url: site?.url ?? null,
    serverIp: site?.address ?? null,
    title: site?.title ?? null,
    at,
    technologies,
    rules,
    // A page that is an error page for once says nothing of what the site was made of before.
    isWhole: site !== null && site.status < 400 && !partial && failures === 0,
  };
}
