import type { Migration } from '../migration.ts';

/**
 * Names and clients by hour lie in greater blocks, in which an hour is packed with what it has in common with the hour
 * before: 0.3 bytes a row of traffic less, at no cost that a question would show.
 */
export const packedHours: Migration = {
  number: 9,
  name: 'packed hours',
  statements: ({ onCluster, local }) => [
    `ALTER TABLE ${local('hour_names')}${onCluster} MODIFY SETTING min_compress_block_size = 262144`,
    `ALTER TABLE ${local('hour_clients')}${onCluster} MODIFY SETTING min_compress_block_size = 262144`,
    `ALTER TABLE ${local('hour_clients')}${onCluster} MODIFY COLUMN client_address IPv6 CODEC(ZSTD(3))`,
  ],
};
