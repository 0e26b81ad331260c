import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createGuardedFetch } from '@sonde/scanner/network/guarded-fetch.ts';
import { systemClock as clock } from '@sonde/shared/system/system.ts';
import { CzdsClient } from '../../domain/intelligence/zones/czds-client.ts';
import { ZoneFollower } from '../../domain/intelligence/zones/zone-follower.ts';
import { createZoneSets } from '../../storage/files/zones/zone-sets.ts';
import type { Foundation } from '../foundation.ts';
import { outboundGuard } from '../outbound-guard.ts';
import type { Stores } from '../stores/create-stores.ts';

/** Creates what reads the zones of top-level domains; a job has it look. */
export function createZones(
  stores: Pick<Stores, 'leases' | 'seenDomains' | 'zoneStates'>,
  { config, log, meter, collectorId, dataDirectory }: Foundation,
) {
  const { czdsUser, czdsPasswordFile } = config;
  if (czdsUser !== undefined && czdsPasswordFile === undefined)
    log.warn({}, 'SONDE_CZDS_USER is of no use without SONDE_CZDS_PASSWORD_FILE: no zone is read.');
  if (czdsUser === undefined || czdsPasswordFile === undefined) return { zoneFollower: undefined };
  const client = new CzdsClient({
    fetch: createGuardedFetch(outboundGuard(config)),
    accountUrl: String(config.czdsAccountUrl),
    url: String(config.czdsUrl),
    user: czdsUser,
    password: async () => (await readFile(czdsPasswordFile, 'utf8')).replace(/\r?\n$/, ''),
    clock,
  });
  const zoneFollower = new ZoneFollower({
    ...stores,
    client,
    choice: config.zones,
    sets: createZoneSets(join(dataDirectory, 'zones')),
    collectorId,
    clock,
    log,
    meter,
  });
  return { zoneFollower };
}
