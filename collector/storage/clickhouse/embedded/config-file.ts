import { totalmem } from 'node:os';

/** The engine needs at least this many bytes to open and to take batches in. */
export const leastMemoryBytes = 400 * 1024 * 1024;
const mostMemoryBytes = 4 * 1024 ** 3;
/** A busy day of rows and what is counted of it, unpacked: more would seldom be asked for again. */
const mostUnpackedBytes = 512 * 1024 * 1024;

export interface EngineConfiguration {
  /**
   * Memory that the engine as a whole may take, in bytes. A quarter of what the machine, or the group of processes that
   * this one is confined to, has if it is left out, up to 4 GiB.
   */
  readonly memoryBytes?: number | undefined;
  /** Sets up a Keeper within the engine, so that replicated tables can be created; for checking DDL alone. */
  readonly testKeeper?: boolean;
  /** Makes the engine the one shard of a cluster `sonde`, so that it answers for distributed tables; for tests alone. */
  readonly testCluster?: boolean;
}

/**
 * Writes the engine's configuration file. Inserts are durable when they are acknowledged: the engine's defaults leave
 * them to the page cache. Of what it may take beyond its least, a quarter keeps blocks unpacked: unpacking the same
 * ones for one question after the other takes up to half of a question's time. Other caches are small, since the
 * operating system caches files as well. A page of rows opens every file of a column, so there are few: lengths lie
 * among texts (0.5 bytes a row less as well), defaults are no files of their own, and a part of some hundred thousand
 * rows is one file. Merges wait for about ten parts of a size: if small batches come in all the time they would
 * rewrite five times as many rows. No thread is given another priority: an engine without the right to take it back
 * ends.
 */
export function engineConfiguration({
  memoryBytes = Math.min(presentMemory() / 4, mostMemoryBytes),
  testKeeper = false,
  testCluster = testKeeper,
}: EngineConfiguration): string {
  const memory = Math.floor(Math.max(memoryBytes, leastMemoryBytes));
  const cache = Math.floor(memory / 16);
  const unpacked = Math.min(Math.floor((memory - leastMemoryBytes) / 4), mostUnpackedBytes);
  return `<clickhouse>
  <max_server_memory_usage>${memory}</max_server_memory_usage>
  <mark_cache_size>${cache}</mark_cache_size>
  <primary_index_cache_size>${cache}</primary_index_cache_size>
  <uncompressed_cache_size>${unpacked}</uncompressed_cache_size>
  <background_pool_size>2</background_pool_size>
  <background_schedule_pool_size>4</background_schedule_pool_size>
  <background_move_pool_size>1</background_move_pool_size>
  <background_fetches_pool_size>1</background_fetches_pool_size>
  <background_common_pool_size>2</background_common_pool_size>
  <background_message_broker_schedule_pool_size>1</background_message_broker_schedule_pool_size>
  <background_distributed_schedule_pool_size>1</background_distributed_schedule_pool_size>
  <background_processing_pool_thread_sleep_seconds>1</background_processing_pool_thread_sleep_seconds>
  <background_processing_pool_task_sleep_seconds_when_no_work_min>1</background_processing_pool_task_sleep_seconds_when_no_work_min>
  <merge_tree>
    <fsync_after_insert>1</fsync_after_insert>
    <fsync_part_directory>1</fsync_part_directory>
    <min_compressed_bytes_to_fsync_after_merge>1</min_compressed_bytes_to_fsync_after_merge>
    <string_serialization_version>single_stream</string_serialization_version>
    <ratio_of_defaults_for_sparse_serialization>1</ratio_of_defaults_for_sparse_serialization>
    <min_bytes_for_wide_part>67108864</min_bytes_for_wide_part>
    <merge_selector_base>10</merge_selector_base>
    <number_of_free_entries_in_pool_to_execute_mutation>1</number_of_free_entries_in_pool_to_execute_mutation>
    <number_of_free_entries_in_pool_to_lower_max_size_of_merge>1</number_of_free_entries_in_pool_to_lower_max_size_of_merge>
    <number_of_free_entries_in_pool_to_execute_optimize_entire_partition>1</number_of_free_entries_in_pool_to_execute_optimize_entire_partition>
  </merge_tree>${testKeeper ? keeper : ''}${testCluster ? cluster : ''}
</clickhouse>
`;
}

function presentMemory(): number {
  // 0 where the system does not say, more than there is where nothing confines the process.
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

const keeper = `
  <zookeeper><implementation>testkeeper</implementation></zookeeper>
  <macros><shard>1</shard><replica>1</replica></macros>`;

// Nobody listens at the port: a replica with the engine's own is the engine itself.
const cluster = `
  <tcp_port>9000</tcp_port>
  <remote_servers><sonde><shard><replica><host>localhost</host><port>9000</port></replica></shard></sonde></remote_servers>`;
