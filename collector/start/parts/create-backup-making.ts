import { systemClock as clock } from '@sonde/shared/system/system.ts';
import { type Config, settings } from '../../config/settings.ts';
import type { Backups } from '../../ports/system/backups.ts';
import { createBackups } from '../../storage/backup/make-backups.ts';
import type { ClickHouse } from '../../storage/clickhouse/clickhouse.ts';
import type { Postgres } from '../../storage/postgres/pool.ts';
import type { Foundation } from '../foundation.ts';
import { version } from '../version.ts';

interface Given {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly hold: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Creates what makes backups. A server's rows are for the server's own backup. */
export function createBackupMaking(
  { postgres, clickhouse, hold }: Given,
  { config, dataDirectory, collectorId }: Foundation,
): Promise<Backups> {
  return createBackups({
    postgres,
    clickhouse: config.clickhouseUrl === undefined ? clickhouse : undefined,
    dataDirectory,
    hold,
    clock,
    about: { sonde: version, collector_id: collectorId, ...chosenSettings(config) },
  });
}

/** The settings that are not as they are by default; of secret ones the names alone. */
function chosenSettings(config: Config): { settings: Record<string, unknown>; secret_settings: string[] } {
  const chosen: Record<string, unknown> = {};
  const secret: string[] = [];
  for (const [name, { key, env, type, default: fallback, secret: kind }] of Object.entries(settings)) {
    const value: unknown = config[name as keyof Config];
    const usual: unknown = fallback === undefined ? undefined : type.parse(fallback);
    if (JSON.stringify(value) === JSON.stringify(usual)) continue;
    if (kind === 'no') chosen[key] = value;
    else secret.push(env);
  }
  return { settings: chosen, secret_settings: secret };
}
