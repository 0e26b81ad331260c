import type { Migration } from './migration.ts';

/** A record whose owner is the row's query name comes without a name from now on, and rows from before have it spelled out. */
export const sparedOwners: Migration = {
  number: 14,
  name: 'spared owners',
  statements: ({ onCluster, local }) => [
    `ALTER TABLE passive_dns_view${onCluster} MODIFY QUERY
SELECT if(record.name = '', query_name, record.name) AS name, record.type AS type, record.data AS data, location_id,
  toDateTime(min(observed_at)) AS first_seen, toDateTime(max(observed_at)) AS last_seen, count() AS sightings
FROM ${local('queries')} ARRAY JOIN records AS record
WHERE name_service = 'dns' AND response_code IN (0, 3)
  AND (record.section = 'answer' AND record.type NOT IN (41, 46, 47, 50, 250) OR record.section = 'authority' AND record.type = 2)
GROUP BY name, type, data, location_id`,
  ],
};
