import type { AnswerOf } from '@sonde/client/operation-types.ts';
import type { Readiness, SondeClient } from '@sonde/client/sonde-client.ts';
import { Command } from 'commander';
import { type ApiOptions, addApiOptions, collectorUrl, connectWithoutKey } from '../../api/connect.ts';
import { print, printJson, printTable, shortTime } from '../../print.ts';

type Stats = AnswerOf<'GET /api/v1/dns-monitoring/stats'>;
type Sensors = AnswerOf<'GET /api/v1/dns-monitoring/agents'>['agents'];

/** When the certificates of sensors that enrolled end, by the identity of each. */
type Certificates = Readonly<Record<string, string>>;

interface Status {
  readonly url: string;
  readonly readiness: Readiness;
  /** Null without a key. */
  readonly stats: Stats | null;
  readonly sensors: Sensors | null;
  readonly certificates: Certificates;
}

/** Creates the command `sonde status`: it shows the state of the collector and of its sensors. */
export function statusCommand(): Command {
  return addApiOptions(new Command('status'))
    .description('Show the state of the collector and of its sensors.')
    .action(async (options: ApiOptions) => {
      const status = await statusOf(collectorUrl(options), connectWithoutKey(options));
      if (options.json) return printJson(status);
      tell(status);
    });
}

async function statusOf(url: string, client: SondeClient): Promise<Status> {
  const readiness = await client.readiness();
  if (!client.hasKey) return { url, readiness, stats: null, sensors: null, certificates: {} };
  const query = { period: '24h', top: 1 };
  const stats = await client.call('GET /api/v1/dns-monitoring/stats', { query });
  const { agents } = await client.call('GET /api/v1/dns-monitoring/agents', { query: { runs: 1 } });
  return { url, readiness, stats, sensors: agents, certificates: await certificatesOf(client) };
}

async function certificatesOf(client: SondeClient): Promise<Certificates> {
  const { agents } = await client.call('GET /api/v1/enrolment/agents');
  // Newest first: of an agent that enrolled anew, the newest counts.
  const ends = agents.flatMap(({ agent_id: id, revoked_at: revokedAt, certificate_ends_at: endsAt }) =>
    revokedAt === null && endsAt !== null ? [[id, endsAt] as const] : [],
  );
  return Object.fromEntries(ends.reverse());
}

function tell({ url, readiness, stats, sensors, certificates }: Status): void {
  print(`The collector at ${url} is ${readiness.status} (${readiness.checks.join(', ')}).`);
  for (const warning of readiness.warnings ?? []) print(`! ${warning}`);
  if (stats === null || sensors === null) {
    print('Set SONDE_KEY to see the traffic and the sensors.');
    return;
  }
  const { queries, answered, unique_names: names, unique_clients: clients } = stats.totals;
  print(`Last 24 hours: ${queries} queries, ${answered} answered, ${names} names, ${clients} clients.`);
  print(stats.open_threats === 0 ? 'There are no open threats.' : `Open threats: ${stats.open_threats}.`);
  const anyCertificate = Object.keys(certificates).length > 0;
  const rows = sensors.map((sensor) => [
    sensor.host || sensor.agent_id,
    String(sensor.location_id),
    sensor.software,
    shortTime(sensor.last_seen),
    String(sensor.rows),
    sensor.runs[0]?.complete === false ? 'incomplete' : 'complete',
    ...(anyCertificate ? [shortTime(certificates[sensor.agent_id] ?? null)] : []),
  ]);
  print('');
  printTable(
    [
      ...['sensor', 'location', 'software', 'last heard', 'rows', 'latest run'],
      ...(anyCertificate ? ['certificate until'] : []),
    ],
    rows,
    'No sensor has sent data yet.',
  );
}
