import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type { BatchSpool, SpooledGroup } from '../../../../ports/ingest/batch-spool.ts';
import type { BatchRegistry } from '../../../../ports/ingest/batches.ts';
import type { LocationStore } from '../../../../ports/ingest/locations.ts';
import type { AsideSpool } from '../../../../ports/ingest/set-aside.ts';
import type { StoredRowFinder } from '../../../../ports/ingest/stored-rows.ts';

export interface SetAsidePorts {
  readonly spool: AsideSpool & Pick<BatchSpool, 'bytes' | 'aside' | 'asideBytes'>;
  readonly registry: Pick<BatchRegistry, 'find' | 'reopen' | 'markStored'>;
  readonly finder: StoredRowFinder;
  readonly locations: Pick<LocationStore, 'retentions'>;
  readonly random: Random;
  readonly clock: Clock;
  readonly log: Log;
}

export interface SetAsideOptions {
  readonly collectorId: string;
  /** Bytes that may wait to be stored. */
  readonly maxSpoolBytes: number;
  /** Days that rows are kept if their location does not say otherwise. */
  readonly retentionDays: number;
  /** Called with each group that is to be stored again. */
  readonly onTakenUp: (group: SpooledGroup) => void;
}
