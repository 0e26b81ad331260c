/** A topology makes the tables of one machine, or the tables of a cluster: no other place knows the difference. */
export interface Topology {
  /** ` ON CLUSTER name` for statements of definition, or nothing. */
  readonly onCluster: string;
  /** The name of the table that holds rows: itself on one machine, `<table>_local` on every shard of a cluster. */
  local(table: string): string;
  /** `MergeTree`, or the replicated engine of that family with its path in Keeper; some families take an argument. */
  engine(family: MergeTreeFamily, table: string, argument?: string): string;
  /** The engine of a table that is one for all shards: each server that has it has all of it. */
  whole(table: string): string;
  /** The statement that makes the table over all shards; none on one machine, where the table itself is that. */
  spread(table: string, shardingKey: string): readonly string[];
}

export type MergeTreeFamily =
  | 'MergeTree'
  | 'SummingMergeTree'
  | 'AggregatingMergeTree'
  | 'ReplacingMergeTree';

export const oneMachine: Topology = {
  onCluster: '',
  local: (table) => table,
  engine: (family, _table, argument) => (argument === undefined ? family : `${family}(${argument})`),
  whole: () => 'MergeTree',
  spread: () => [],
};

/** Makes the topology of a cluster, or of one machine without a name. Throws a RangeError if the name is none. */
export function topologyOf(cluster: string | undefined): Topology {
  return cluster === undefined ? oneMachine : clusterTopology(cluster);
}

/**
 * Makes replicated tables on every shard of the cluster, and Distributed ones over them. Macros name shard and replica.
 */
export function clusterTopology(cluster: string): Topology {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(cluster))
    throw new RangeError('A cluster name has letters, digits and _.');
  const onCluster = ` ON CLUSTER ${cluster}`;
  return {
    onCluster,
    local: (table) => `${table}_local`,
    engine: (family, table, argument) =>
      `Replicated${family}('/clickhouse/tables/{shard}/{database}/${table}', '{replica}'${argument === undefined ? '' : `, ${argument}`})`,
    whole: (table) =>
      `ReplicatedMergeTree('/clickhouse/tables/all/{database}/${table}', '{shard}-{replica}')`,
    spread: (table, shardingKey) => [
      `CREATE TABLE IF NOT EXISTS ${table}${onCluster} AS ${table}_local
       ENGINE = Distributed(${cluster}, currentDatabase(), ${table}_local, ${shardingKey})`,
    ],
  };
}
