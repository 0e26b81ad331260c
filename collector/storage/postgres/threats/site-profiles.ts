import type { SiteProfile, SiteProfiles } from '../../../ports/threats/site-profiles.ts';
import type { Postgres } from '../pool.ts';
import { storableJson } from '../storable-text.ts';

interface ProfileRow {
  location_id: number;
  learned: Omit<SiteProfile, 'locationId'>;
}

/** Creates the store of what collectors learned of locations. */
export function createSiteProfiles(postgres: Postgres): SiteProfiles {
  return {
    save: async (collectorId, profiles) => {
      if (profiles.length === 0) return;
      await postgres.query(
        `INSERT INTO site_profiles (location_id, collector_id, learned)
         SELECT p.id, $1, p.learned FROM unnest($2::bigint[], $3::jsonb[]) AS p (id, learned)
         JOIN locations l ON l.id = p.id WHERE l.deleted_at IS NULL ORDER BY p.id
         ON CONFLICT (location_id, collector_id) DO UPDATE SET learned = excluded.learned, learned_at = now()`,
        [
          collectorId,
          profiles.map(({ locationId }) => locationId),
          profiles.map(({ roles, zones, past }) => storableJson({ roles, zones, past } as never)),
        ],
      );
    },
    read: async (locationId) => {
      const rows = await postgres.query<ProfileRow>(
        `SELECT location_id, learned FROM site_profiles WHERE $1::bigint IS NULL OR location_id = $1
         ORDER BY location_id, learned_at DESC, collector_id LIMIT 10000`,
        [locationId ?? null],
      );
      const profiles = new Map<number, SiteProfile>();
      for (const { location_id: id, learned } of rows) {
        const known = profiles.get(id) ?? { locationId: id, roles: [], zones: [], past: [] };
        profiles.set(id, {
          locationId: id,
          roles: firstOfEach([...known.roles, ...learned.roles], ({ client }) => client),
          zones: firstOfEach([...known.zones, ...learned.zones], ({ zone }) => zone),
          past: firstOfEach([...known.past, ...learned.past], ({ client }) => client),
        });
      }
      return [...profiles.values()];
    },
  };
}

function firstOfEach<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const isNew = !seen.has(keyOf(item));
    seen.add(keyOf(item));
    return isNew;
  });
}
