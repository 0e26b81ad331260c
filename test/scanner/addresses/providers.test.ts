import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import {
  AddressProviders,
  addressProviders,
} from '../../../scanner/addresses/providers/address-providers.ts';
import { AddressPolicy } from '../../../scanner/network/address-policy.ts';
import { createGuardedFetch } from '../../../scanner/network/guarded-fetch.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

const reported = {
  data: {
    ipAddress: '1.2.3.4',
    isPublic: true,
    ipVersion: 4,
    isWhitelisted: null,
    abuseConfidenceScore: 80,
    countryCode: 'DE',
    usageType: 'Data Center/Web Hosting/Transit',
    isp: 'Example Hosting',
    domain: 'example.net',
    hostnames: [],
    isTor: false,
    totalReports: 3,
    numDistinctUsers: 2,
    lastReportedAt: '2026-10-30T20:55:14+00:00',
    reports: [
      { reportedAt: '2026-10-30T20:55:14+00:00', comment: 'x', categories: [18, 22], reporterId: 1 },
      { reportedAt: '2026-10-29T20:55:14+00:00', comment: 'x', categories: [9, 11, 'x', null] },
      null,
    ],
  },
};

/** A server on loopback in a provider's place, and the way to ask it. `now` can be moved. */
async function setUp(t: ExecutionContext, provider: string, handler: Handler) {
  const asked: IncomingMessage[] = [];
  const place = { handler };
  const server = createServer((request, response) => {
    asked.push(request);
    place.handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const clock = { time: Date.UTC(2026, 10, 1, 12), now: () => clock.time };
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`;
  const providers = new AddressProviders({ [provider]: 'of the operator' }, clock, { [provider]: base });
  const fetch = createGuardedFetch({
    resolver: { addresses: async () => [] },
    policy: new AddressPolicy(['127.0.0.1/32']),
    userAgent: 'sonde test',
  });
  const ask = (address = '1.2.3.4', signal = new AbortController().signal) =>
    providers.ask(address, () => true, { fetch, signal });
  return { ask, asked, clock, place, providers };
}

test('AbuseIPDB is asked with the key, and its word and categories become ours', async (t) => {
  const { ask, asked } = await setUp(t, 'abuseipdb', json(200, reported));
  const { verdicts, errors } = await ask();
  t.deepEqual(errors, []);
  t.deepEqual(verdicts, [
    {
      provider: 'abuseipdb',
      severity: 0.8,
      reason: 'abuse confidence score 80',
      seenAt: Date.UTC(2026, 9, 30, 20, 55, 14),
      categories: [9, 10],
      usageType: 'Data Center/Web Hosting/Transit',
      isp: 'Example Hosting',
      domain: 'example.net',
    },
  ]);
  const [request] = asked;
  t.is(request?.headers.key, 'of the operator');
  const url = new URL(request!.url!, 'http://x');
  t.is(url.pathname, '/api/check');
  t.is(url.searchParams.get('ipAddress'), '1.2.3.4');
  // The day's questions are counted: what was told is told again.
  await ask();
  t.is(asked.length, 1);
});

test('addresses on its own whitelist have nothing against them', async (t) => {
  const { ask } = await setUp(t, 'abuseipdb', json(200, { data: { ...reported.data, isWhitelisted: true } }));
  t.is((await ask()).verdicts[0]?.severity, 0);
});

test('a provider that wants to be asked no more is left in peace for as long as it says', async (t) => {
  const errors = [{ detail: 'Daily rate limit of 1000 requests exceeded for this endpoint.', status: 429 }];
  const { ask, asked, clock, place } = await setUp(
    t,
    'abuseipdb',
    json(429, { errors }, { 'retry-after': '29241' }),
  );
  const codes = async () => (await ask()).errors.map(({ code }) => code);
  t.deepEqual(await codes(), ['rate_limited']);
  t.deepEqual(await codes(), ['rate_limited']);
  clock.time += 29_000_000;
  t.deepEqual(await codes(), ['rate_limited']);
  t.is(asked.length, 1);
  clock.time += 300_000;
  place.handler = json(200, reported);
  t.is((await ask()).verdicts.length, 1);

  const reset = String((clock.time + 600_000) / 1_000);
  place.handler = json(429, { errors }, { 'x-ratelimit-reset': reset });
  t.deepEqual(
    (await ask('1.2.3.5')).errors.map(({ code }) => code),
    ['rate_limited'],
  );
  clock.time += 601_000;
  place.handler = json(200, reported);
  t.is((await ask('1.2.3.5')).verdicts.length, 1);
});

test('no more is asked in a day than the key is good for', async (t) => {
  const { ask, asked, clock } = await setUp(
    t,
    'greynoise',
    json(404, { ip: '1.2.3.4', noise: false, riot: false }),
  );
  for (let at = 0; at < 52; at++) await ask(`1.2.3.${at}`);
  t.is(asked.length, 50);
  clock.time += 86_400_000;
  await ask('1.2.4.1');
  t.is(asked.length, 51);
});

test('GreyNoise and CrowdSec say what they saw, and 404 is their way to have seen nothing', async (t) => {
  const noise = {
    ip: '1.2.3.4',
    noise: true,
    riot: false,
    classification: 'malicious',
    last_seen: '2026-10-30',
  };
  const grey = await setUp(t, 'greynoise', json(200, noise));
  t.like((await grey.ask()).verdicts[0], {
    severity: 0.8,
    reason: 'malicious',
    categories: [9],
    seenAt: Date.UTC(2026, 9, 30),
  });
  t.is(grey.asked[0]?.headers.key, 'of the operator');
  grey.place.handler = json(200, { ...noise, riot: true });
  t.is((await grey.ask('1.2.3.5')).verdicts[0]?.severity, 0);
  grey.place.handler = json(404, { ip: '1.2.3.6', noise: false, riot: false, message: 'IP not observed' });
  t.like((await grey.ask('1.2.3.6')).verdicts[0], { severity: 0, seenAt: null });

  const crowd = await setUp(
    t,
    'crowdsec',
    json(200, {
      ip: '1.2.3.4',
      reputation: 'malicious',
      behaviors: [{ name: 'ssh:bruteforce', label: 'SSH Bruteforce' }, { name: 'http:spam' }, {}],
      history: { first_seen: '2025-01-01T00:00:00+00:00', last_seen: '2026-10-30T01:00:00+00:00' },
    }),
  );
  t.like((await crowd.ask()).verdicts[0], {
    severity: 1,
    reason: 'malicious, ssh:bruteforce, http:spam',
    categories: [9, 10],
    seenAt: Date.UTC(2026, 9, 30, 1),
  });
  t.is(crowd.asked[0]?.headers['x-api-key'], 'of the operator');
  crowd.place.handler = json(404, { message: 'IP address information not found' });
  t.is((await crowd.ask('2a00::1')).verdicts[0]?.severity, 0);
});

test('cut, oversized, hostile, late and unwilling answers are errors that are named', async (t) => {
  const { ask, asked, place, clock } = await setUp(t, 'abuseipdb', json(200, reported));
  const trouble = async (handler: Handler, signal?: AbortSignal) => {
    place.handler = handler;
    const { verdicts, errors } = await ask(`1.2.4.${asked.length}`, signal);
    t.deepEqual(verdicts, []);
    t.is(errors[0]?.source, 'abuseipdb');
    return errors[0]?.code;
  };
  const cut: Handler = (_request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('{"data":{"abuseConfidenceScore":1');
    setImmediate(() => response.destroy());
  };
  t.is(await trouble(cut), 'unreachable');
  const endless: Handler = (_request, response) => void response.writeHead(200).end(' '.repeat(1_200_000));
  // Asked once more, for less.
  const before = asked.length;
  t.is(await trouble(endless), 'too_large');
  t.is(asked.length, before + 2);
  t.is(await trouble(json(200, [reported])), 'malformed');
  t.is(await trouble(json(200, { data: { abuseConfidenceScore: 101 } })), 'malformed');
  t.is(await trouble(json(200, { data: { abuseConfidenceScore: '50' } })), 'malformed');
  t.is(await trouble((_request, response) => void response.end('<html>')), 'malformed');
  t.is(await trouble(json(500, reported)), 'unreachable');
  t.is(
    await trouble((_request, response) => void response.writeHead(302, { location: 'http://[::1]/' }).end()),
    'unreachable',
  );
  const ending = new AbortController();
  t.is(await trouble(() => ending.abort(), ending.signal), 'timeout');
  t.is(await trouble(json(401, { errors: [{ detail: 'Authentication failed.', status: 401 }] })), 'refused');
  t.is(await trouble(json(200, reported)), 'rate_limited');
  clock.time += 3_600_001;
  place.handler = (request, response) =>
    (request.url?.includes('verbose') ? endless : json(200, reported))(request, response);
  t.is((await ask('1.2.5.1')).verdicts.length, 1);
});

test('whatever a provider answers, a verdict is within its bounds or none', (t) => {
  fc.assert(
    fc.property(
      fc.constantFrom(...addressProviders),
      fc.dictionary(
        fc.constantFrom(
          'data',
          'noise',
          'riot',
          'classification',
          'reputation',
          'behaviors',
          'history',
          'message',
        ),
        fc.jsonValue(),
      ),
      fc.constantFrom(200, 404),
      (provider, body, status) => {
        const read = provider.read(body, status);
        if (read === undefined) return;
        t.true(read.severity >= 0 && read.severity <= 1);
        t.true(read.categories.every((id) => [3, 4, 9, 10, 11].includes(id)));
        t.true((read.reason ?? '').length <= 200);
      },
    ),
    { numRuns: 500 },
  );
});

test('nobody is asked without a key', (t) => {
  t.deepEqual(new AddressProviders({}, Date).ids, []);
});
