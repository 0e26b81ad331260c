import test from 'ava';
import { endpoints } from '../../collector/endpoints/index.ts';
import type { Endpoint } from '../../collector/http/define-endpoint.ts';
import {
  answersWhatFits,
  refusesWhatDoesNotFit,
  type SendInput,
} from '../support/contracts/contract-properties.ts';
import type { Answer } from '../support/http/http.ts';
import { adminKey, startTestCollector } from '../support/ingest/running-collector.ts';
import { createRecordingLog } from '../support/recording-log.ts';

/** Those that send something to addresses which their input names: that is not for generated input. */
const reachesOut = /test-resolver|fingerprint\/resolver|channels\/\{id\}\/test|sso\/config$/;

test('every operation keeps its contract over the real stores', async (t) => {
  const log = createRecordingLog();
  // Names are asked for at a port that nobody listens on.
  const { url } = await startTestCollector(
    t,
    { resolvers: '127.0.0.1', scanTime: '1s', scanBurst: '100000' },
    log,
  );
  const location = await made(url, '/api/v1/dns-monitoring/locations', { location_name: 'Office' });
  const resolver = await made(url, '/api/v1/unbound/register', {
    resolver_name: 'ns1',
    location: 'Office',
    modules_enabled: ['threat_intel', 'analytics', 'policy'],
  });
  const moduleKeys = resolver.api_keys as Readonly<Record<string, string>>;
  const keyFor = ({ access, module }: Endpoint<never>): string => {
    if (access === 'location') return String(location.api_key);
    return access === 'resolver' ? moduleKeys[module ?? 'analytics']! : adminKey;
  };
  const broken: string[] = [];
  for (const endpoint of endpoints as readonly Endpoint<never>[]) {
    if (reachesOut.test(endpoint.path)) continue;
    const send = sender(url, endpoint, keyFor(endpoint));
    try {
      await answersWhatFits(endpoint, send, 5);
      await refusesWhatDoesNotFit(endpoint, send, 8);
    } catch (error) {
      const { message, cause } = error as Error;
      broken.push(`${endpoint.method} ${endpoint.path}: ${message}\n${cause}`);
    }
  }
  t.deepEqual(broken, []);
  t.deepEqual(
    log.lines.filter(({ level, message }) => level === 'error' && message === 'fault in a request'),
    [],
  );
});

function sender(url: string, endpoint: Endpoint<never>, key: string): SendInput {
  return async (path, query, body) => {
    const response = await fetch(url + (query === '' ? path : `${path}?${query}`), {
      method: endpoint.method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(endpoint.body === undefined || body === undefined ? {} : { body }),
    });
    return answerOf(response);
  };
}

async function made(url: string, path: string, body: object): Promise<Answer['body']> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await answerOf(response)).body;
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = /^application\/(?:scim\+|taxii\+)?json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : {} };
}
