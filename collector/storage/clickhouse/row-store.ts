import { createReadStream } from 'node:fs';
import type { ClickHouseSettings } from '@clickhouse/client';
import type { RowStore } from '../../ports/ingest/row-store.ts';
import type { StoreProfile } from '../../ports/ingest/store-profile.ts';
import type { ClickHouse } from './clickhouse.ts';
import { stringLiteral } from './embedded/literal.ts';
import { leanSelection } from './lean-rows.ts';
import { queriesColumnList, queriesStructure } from './migrations/queries-columns.ts';
import { oneMachine, type Topology } from './migrations/topology.ts';

/**
 * Settings that make the same bytes the same blocks whenever they come: read by one thread, in one piece if it
 * fits. The engine remembers a token by block, so that a retry that was cut otherwise would be stored in part.
 */
const sameBlocks: ClickHouseSettings = {
  max_threads: 1,
  max_insert_threads: '1',
  input_format_parallel_parsing: 0,
  max_insert_block_size: '1048576',
  min_insert_block_size_rows: '1048576',
  min_insert_block_size_bytes: '1073741824',
};

/** The settings by which a token stores the same rows once, and its views count them once. */
export const exactlyOnce: ClickHouseSettings = {
  ...sameBlocks,
  insert_deduplicate: 1,
  deduplicate_blocks_in_dependent_materialized_views: 1,
  async_insert: 0,
  // What a view counts, it groups by the key of its table: merging it once more before it is written changes nothing.
  optimize_on_insert: 0,
  // Rows of many days in one batch are a day's sender that was away, not a mistake.
  max_partitions_per_insert_block: '2000',
  max_execution_time: 0,
};

/** A row store stores files of rows. The embedded engine reads the file itself, a server is sent its bytes. */
export class ClickHouseRowStore implements RowStore {
  readonly #clickhouse: ClickHouse;
  readonly #table: string;
  readonly #isLean: boolean;

  /** A collector of a cluster inserts into the shard that it is connected to. */
  constructor(
    clickhouse: ClickHouse,
    { local }: Pick<Topology, 'local'> = oneMachine,
    profile: StoreProfile = 'standard',
  ) {
    this.#clickhouse = clickhouse;
    this.#table = local('queries');
    this.#isLean = profile === 'lean';
  }

  /** `other` settings take the place of the usual ones. */
  async insertFile(path: string, token: string, other: ClickHouseSettings = {}): Promise<void> {
    const into = `INSERT INTO ${this.#table} ${queriesColumnList}`;
    const settings = { ...exactlyOnce, ...other, insert_deduplication_token: token };
    // Without an ORDER BY the engine would not trust a SELECT to repeat itself.
    const selecting = { ...settings, deduplicate_insert_select: 'force_enable' } as ClickHouseSettings;
    const columns = this.#isLean ? leanSelection : '*';
    if (this.#clickhouse.readsFiles) {
      await this.#clickhouse.insert(
        `${into} SELECT ${columns} FROM file({path:String}, 'RowBinary', {structure:String})`,
        { path, structure: queriesStructure },
        selecting,
      );
      return;
    }
    const rows = createReadStream(path);
    if (this.#isLean)
      // The structure can be no parameter here.
      await this.#clickhouse.insert(
        `${into} SELECT ${columns} FROM input(${stringLiteral(queriesStructure)}) FORMAT RowBinary`,
        {},
        selecting,
        rows,
      );
    else await this.#clickhouse.insert(`${into} FORMAT RowBinary`, {}, settings, rows);
  }
}
