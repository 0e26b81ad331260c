import type { Log } from '@sonde/shared/system/log.ts';
import type { Registry } from 'prom-client';
import type { Config } from '../config/settings.ts';
import type { Meter } from '../ports/system/metrics.ts';
import type { Stage } from './stage.ts';

/** The foundation carries every module of the collector. */
export interface Foundation {
  readonly config: Config;
  readonly log: Log;
  readonly registry: Registry;
  readonly meter: Meter;
  readonly stage: Stage;
  /** An absolute path. */
  readonly dataDirectory: string;
  /** Names this collector to the others that share its databases. */
  readonly collectorId: string;
}
