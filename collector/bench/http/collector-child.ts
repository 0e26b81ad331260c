import { loadConfig } from '../../config/load-config.ts';
import { addressUrl } from '../../http/server/listen-address.ts';
import { createLog } from '../../log/create-log.ts';
import { logDestination } from '../../log/log-destination.ts';
import { startCollector } from '../../main.ts';
import { tellReady } from './server-process.ts';

// The whole collector with its own PostgreSQL and ClickHouse, and some accounts in it.
const accountCount = 10;
const adminKey = 'sonde_adm_0123456789012345678901234567890123456789';
const [dataDirectory = ''] = process.argv.slice(2);
const { config } = loadConfig({
  env: {},
  flags: { listen: '127.0.0.1:0', dataDirectory, adminKey },
});
const collector = await startCollector(config, createLog('info', logDestination('/dev/null')));
// A terminal sends its signals to the whole group, and the parent sends its own: the first that asks for the end counts.
process.on('SIGINT', () => {});
let isEnding = false;
process.on('SIGTERM', async () => {
  if (isEnding) return;
  isEnding = true;
  await collector.stop();
  process.exit();
});
const url = addressUrl(collector.addresses[0]!);
const keys: string[] = [];
for (let number = 1; number <= accountCount; number++) {
  const body = { email: `bench-${number}@example.com`, password: 'measured and measured' };
  const { token, user } = (await send('POST', '/api/auth/register', body)) as {
    token: string;
    user: { id: number };
  };
  await send('PUT', `/api/admin/accounts/${user.id}/tier`, { tier: 'commercial' }, adminKey);
  const made = (await send('POST', '/api/account/api-keys', { label: 'bench' }, token)) as {
    api_key: string;
  };
  for (const location_name of ['one', 'two', 'three']) {
    await send('POST', '/api/v1/dns-monitoring/locations', { location_name }, made.api_key);
  }
  keys.push(made.api_key);
}
tellReady({ url, keys });

async function send(method: string, path: string, body: object, key?: string): Promise<unknown> {
  const response = await fetch(url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
