import { LogDirectory } from '../../../collector/domain/intelligence/transparency/logs/log-directory.ts';
import {
  LogFollower,
  type LogFollowerOptions,
  type LogFollowerPorts,
} from '../../../collector/domain/intelligence/transparency/logs/log-follower.ts';
import type { SeenCertificate } from '../../../collector/ports/transparency/certificates.ts';
import type { WatchedMatch } from '../../../collector/ports/transparency/watched-certificates.ts';
import { createLeases } from '../../../collector/storage/postgres/leases.ts';
import type { Postgres } from '../../../collector/storage/postgres/pool.ts';
import { createCertificateLogStore } from '../../../collector/storage/postgres/transparency/certificate-logs.ts';
import { AddressPolicy } from '../../../scanner/network/address-policy.ts';
import { createGuardedFetch } from '../../../scanner/network/guarded-fetch.ts';
import { createSystemResolver } from '../../../scanner/network/system-resolver.ts';
import { createTestMeter } from '../meter.ts';
import { silentLog } from '../silent-log.ts';

/** The guarded fetch as the collector has it, with leave to reach this machine. */
export function localFetch() {
  return createGuardedFetch({
    resolver: createSystemResolver(),
    policy: new AddressPolicy(['127.0.0.0/8']),
    userAgent: 'Sonde/test',
  });
}

/** A follower on a real PostgreSQL whose archive is a map by name and id, as the real one's keys are. */
export function createFollowed(
  postgres: Postgres,
  list: () => string,
  {
    collectorId = 'one',
    match = () => [],
    clock = { now: () => Date.now() },
    hasRoom = () => true,
    archived = new Map(),
    ...options
  }: Partial<Pick<LogFollowerPorts, 'collectorId' | 'clock' | 'hasRoom'>> &
    Partial<LogFollowerOptions> & {
      readonly match?: (certificates: readonly SeenCertificate[]) => WatchedMatch[];
      readonly archived?: Map<string, number>;
    } = {},
) {
  const told: SeenCertificate[] = [];
  const meter = createTestMeter();
  const certificateLogs = createCertificateLogStore(postgres);
  const directory = new LogDirectory({
    choice: 'all',
    source: { kind: 'file', read: async () => list() },
    log: silentLog,
  });
  const follower = new LogFollower(
    {
      directory,
      certificateLogs,
      certificateArchive: {
        append: async (certificates) => {
          for (const { id } of certificates) archived.set(id, (archived.get(id) ?? 0) + 1);
        },
      },
      leases: createLeases(postgres),
      fetch: localFetch(),
      collectorId,
      match,
      onTaken: (certificates) => void told.push(...certificates),
      hasRoom,
      clock,
      meter,
      log: silentLog,
    },
    {
      from: 'beginning',
      everyMilliseconds: 50,
      atOnce: 8,
      mostEntries: 100_000,
      turnMilliseconds: 50,
      ...options,
    },
  );
  return { follower, told, archived, meter, certificateLogs };
}
