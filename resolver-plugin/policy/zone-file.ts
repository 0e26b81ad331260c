import { writeDurably } from '@sonde/shared/files/write-durably.ts';
import type { RpzChanges } from '@sonde/shared/policy/rpz-rules.ts';
import { rpzText } from '@sonde/shared/policy/rpz-text.ts';
import type { RpzZone } from '../rpz/zone.ts';
import { LatestRun } from './latest-run.ts';
import type { PolicyTarget } from './target.ts';

export interface ZoneFileOptions {
  readonly zone: RpzZone;
  readonly path: string;
  /** Permissions: the resolver has to be able to read it. */
  readonly mode: number;
  /** Is called once the file is there, for example to tell the resolver. */
  readonly written?: () => Promise<unknown>;
  readonly failed: (error: unknown) => void;
}

/**
 * The zone file target writes the zone as a file for resolvers that cannot fetch it: knot-resolver watches its file
 * itself, an Unbound that cannot reach us is told by `unbound-control`. Slower than a transfer, as all rules are read
 * anew each time.
 */
export class ZoneFile implements PolicyTarget {
  readonly #run: LatestRun;

  constructor(options: ZoneFileOptions) {
    this.#run = new LatestRun(() => write(options), options.failed);
  }

  changed(_changes: RpzChanges): void {
    this.#run.start();
  }

  idle(): Promise<void> {
    return this.#run.idle();
  }
}

async function write({ zone, path, mode, written }: ZoneFileOptions): Promise<void> {
  const { serial, entries } = zone.snapshot();
  await writeDurably(path, rpzText(zone.name, serial, entries, zone.times), mode);
  await written?.();
}
