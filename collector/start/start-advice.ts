import type { Config } from '../config/settings.ts';
import type { Administrator } from '../domain/people/provisioning/ensure-administrator.ts';

/** Lists what an operator should know although the collector runs, a sentence or two each. */
export function startAdvice(
  { databaseUrl, clickhouseUrl }: Pick<Config, 'databaseUrl' | 'clickhouseUrl'>,
  { isChosenKeyRevoked }: Pick<Administrator, 'isChosenKeyRevoked'>,
): string[] {
  return [
    ...(isChosenKeyRevoked
      ? [
          'The administrator key that SONDE_ADMIN_KEY or --admin-key names was revoked and opens nothing. ' +
            'Name another key, or none.',
        ]
      : []),
    ...(databaseUrl !== undefined && clickhouseUrl === undefined
      ? [
          'This collector is alone with its embedded ClickHouse: queries, passive DNS, histories and other facts are ' +
            'those that it stored itself, and other collectors on its PostgreSQL have others. CLICKHOUSE_URL makes them share.',
        ]
      : []),
  ];
}
