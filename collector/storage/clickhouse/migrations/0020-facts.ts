import { type FactKind, factKinds } from '@sonde/shared/batch/row-facts.ts';
import type { Migration } from './migration.ts';

const value = (kind: FactKind): string => `arrayFirst(fact -> fact.kind = ${factKinds[kind]}, facts).value`;
const values = (kind: FactKind): string =>
  `arrayMap(fact -> fact.value, arrayFilter(fact -> fact.kind = ${factKinds[kind]}, facts))`;

/** Columns that show a fact each, for those who ask by SQL: they take no room and no time but when they are asked for. */
const shown: readonly (readonly [string, string, string])[] = [
  ['interface', 'String', value('interface')],
  ['inner_vlan', 'UInt16', `toUInt16OrZero(${value('innerVlan')})`],
  ['vni', 'Nullable(UInt32)', `toUInt32OrNull(${value('networkIdentifier')})`],
  ['query_capitals', 'String', value('queryCapitals')],
  ['response_capitals', 'String', value('responseCapitals')],
  ['client_subnet_scope', 'Nullable(UInt8)', `toUInt8OrNull(${value('subnetScope')})`],
  ['server_id', 'String', value('serverId')],
  ['extended_error_texts', 'Array(String)', values('errorText')],
  ['query_records', 'Array(String)', values('queryRecord')],
  ['malformed_query', 'String', value('malformedQuery')],
  ['malformed_response', 'String', value('malformedResponse')],
  ['malformed_query_octets', 'String', value('queryOctets')],
  ['malformed_response_octets', 'String', value('responseOctets')],
];

/** The table gets what batches of version 3 brought: two columns, the facts that few rows have, and columns that show these. */
export const facts: Migration = {
  number: 20,
  name: 'facts',
  statements: ({ onCluster, local }) =>
    // The table over all shards has to know them, too; on one machine it is the same.
    [...new Set([local('queries'), 'queries'])].map(
      (table) => `ALTER TABLE ${table}${onCluster}
  ADD COLUMN IF NOT EXISTS response_udp_size UInt16${codecIn(table, local)},
  ADD COLUMN IF NOT EXISTS vlan UInt16${codecIn(table, local)},
  ADD COLUMN IF NOT EXISTS facts Array(Tuple(kind UInt8, value String))${codecIn(table, local)},
${shown.map(([name, type, expression]) => `  ADD COLUMN IF NOT EXISTS ${name} ${type} ALIAS ${expression}`).join(',\n')}`,
    ),
};

/** Only the table that holds rows packs them. */
function codecIn(table: string, local: (table: string) => string): string {
  return table === local('queries') ? ' CODEC(ZSTD(1))' : '';
}
