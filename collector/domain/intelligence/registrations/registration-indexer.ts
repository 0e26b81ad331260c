import type { DomainScan } from '@sonde/scanner/ports/domain-scan.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { IndexedDomain, RegistrationIndex } from '../../../ports/registrations/registration-index.ts';
import type { Meter } from '../../../ports/system/metrics.ts';
import { contactsOfScan } from './contacts-of-scan.ts';

const atOnce = 500;
/** Domains that may wait: beyond it they are left out until their next scan. */
const mostWaiting = 10_000;

export interface RegistrationIndexerPorts {
  readonly registrationIndex: Pick<RegistrationIndex, 'record'>;
  readonly meter: Meter;
  readonly log: Log;
}

/**
 * A registration indexer takes what scans saw of registrations into the index, those that end at about the same time
 * together.
 */
export class RegistrationIndexer {
  readonly #ports: RegistrationIndexerPorts;
  readonly #lost;
  #waiting: IndexedDomain[] = [];
  #writing: Promise<void> | undefined;

  constructor(ports: RegistrationIndexerPorts) {
    this.#ports = ports;
    this.#lost = ports.meter.counter(
      'sonde_registrations_not_indexed_total',
      'Domains whose registration could not be taken into the index.',
    );
  }

  /** Never throws: a scan is worth its answer all the same. */
  add(scan: DomainScan): void {
    const domain = contactsOfScan(scan);
    if (domain === undefined) return;
    if (this.#waiting.length >= mostWaiting) {
      this.#lost.add(1);
      return;
    }
    this.#waiting.push(domain);
    this.#writing ??= this.#write();
  }

  /** Resolves when nothing waits any more. */
  async stop(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    const { registrationIndex, log } = this.#ports;
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, atOnce);
      try {
        await registrationIndex.record(group);
      } catch (error) {
        this.#lost.add(group.length);
        log.error({ err: error, domains: group.length }, 'registrations could not be indexed');
      }
    }
    this.#writing = undefined;
  }
}
