import { createHmac } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { Notifier } from '../../../../../collector/domain/people/notifications/notifier.ts';
import {
  mostAttempts,
  retryDelay,
} from '../../../../../collector/domain/people/notifications/retry-delay.ts';
import { webhookHeaders } from '../../../../../collector/domain/people/notifications/sign-webhook.ts';
import type {
  ClaimedDelivery,
  DeliveryOutcome,
} from '../../../../../collector/ports/threats/notifications.ts';
import type { Severity } from '../../../../../shared/schemas/severity.ts';
import { startWebhookReceiver } from '../../../../support/http/webhook-receiver.ts';
import { createTestMeter } from '../../../../support/meter.ts';
import { sampleThreat } from '../../../../support/notifications/sample-threat.ts';
import { silentLog } from '../../../../support/silent-log.ts';

const secret = `whsec_${Buffer.from('a secret of some length').toString('base64')}`;
const { signal } = new AbortController();

function deliveryTo(target: string, attempt = 1): ClaimedDelivery {
  const channel = { id: 5, kind: 'webhook', target, secret, quietHours: null, digest: null } as const;
  return {
    id: 12,
    attempt,
    event: 'threat',
    createdAt: new Date('2026-03-01T00:01:30Z'),
    channel,
    threat: sampleThreat,
    locationName: 'Office',
    case: null,
  };
}

/** A notifier over a queue that has these deliveries, and what it made of them. */
async function setUp(t: ExecutionContext) {
  const receiver = await startWebhookReceiver(t);
  const meter = createTestMeter();
  const waiting: ClaimedDelivery[] = [];
  const settled: DeliveryOutcome[] = [];
  const gathered: ClaimedDelivery[] = [];
  const postponed: number[] = [];
  const notifier = new Notifier({
    notificationFetch: receiver.notificationFetch,
    notificationQueue: {
      claim: async (most) => waiting.splice(0, most),
      claimOf: async (channelId) => gathered.splice(0).filter(({ channel }) => channel.id === channelId),
      settle: async (_delivery, outcome) => void settled.push(outcome),
      postpone: async (_delivery, seconds) => void postponed.push(seconds),
      depth: async () => ({ waiting: waiting.length, dead: 3 }),
    },
    secrets: { open: () => undefined },
    publicUrl: 'https://sonde.example/dns/',
    clock: { now: () => Date.parse('2026-03-01T00:02:03Z') },
    addressNotes: { of: () => null },
    meter,
    log: silentLog,
  });
  return { ...receiver, meter, waiting, gathered, settled, postponed, notifier };
}

test('a webhook carries the threat, and a signature that a receiver can check', async (t) => {
  const { url, received, waiting, settled, notifier, meter } = await setUp(t);
  waiting.push(deliveryTo(url));
  await notifier.deliver(signal);
  t.deepEqual(settled, [{ state: 'delivered' }]);
  const [{ headers, body, path }] = received as [(typeof received)[0]];
  t.is(path, '/hook');
  t.like(JSON.parse(body), {
    event: 'threat',
    id: 'threat-7-12',
    sent_at: '2026-03-01T00:02:03.000Z',
    location: { id: 3, name: 'Office' },
    threat: { id: 7, threat_type: 'dns_tunnel', severity: 'high', subject: 'bad.example' },
    url: 'https://sonde.example/dns/threats/7',
  });
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.slice(6), 'base64');
  t.is(headers['webhook-signature'], `v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  t.is(headers['webhook-timestamp'], String(Date.parse('2026-03-01T00:02:03Z') / 1_000));
  t.is(meter.counts.get('sonde_notification_attempts_total webhook delivered'), 1);
  t.is(meter.gauges.get('sonde_notifications_dead')?.(), 3);
});

test('the signature is that of the published example', async (t) => {
  // From the specification's own test vector.
  const headers = webhookHeaders(
    { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', seconds: 1_614_265_330, body: '{"test": 2432232314}' },
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  );
  t.is(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('what fails waits longer each time, as long as the receiver asks, and is given up in the end', async (t) => {
  const { url, answers, waiting, settled, notifier } = await setUp(t);
  answers.push(
    { status: 500 },
    { status: 429, headers: { 'retry-after': '7200' } },
    { status: 302, headers: { location: url } },
    { status: 410 },
    { status: 503 },
  );
  for (const attempt of [1, 2, 3, 1, mostAttempts]) {
    waiting.push(deliveryTo(url, attempt));
    await notifier.deliver(signal);
  }
  const answered = (status: number) => `The receiver answered with ${status}.`;
  t.deepEqual(settled, [
    { state: 'waiting', error: answered(500), afterSeconds: 10 },
    { state: 'waiting', error: answered(429), afterSeconds: 7_200 },
    { state: 'waiting', error: answered(302), afterSeconds: 300 },
    { state: 'dead', error: answered(410) },
    { state: 'dead', error: `${answered(503)} Given up after ${mostAttempts} attempts.` },
  ]);
  t.is(retryDelay(1, 1e9), 86_400);
  t.is(retryDelay(mostAttempts), undefined);
});

const toMail = { id: 6, kind: 'email', target: 'ada@example.com', quietHours: null, digest: null } as const;

test('what must not be reached is not, and one that fails keeps nobody up', async (t) => {
  const { url, received, waiting, settled, notifier } = await setUp(t);
  waiting.push(deliveryTo('http://127.0.0.2/'), deliveryTo('http://127.0.0.1:1/'), deliveryTo(url));
  waiting.push({ ...deliveryTo(url), channel: { ...toMail, secret: null } });
  await notifier.deliver(signal);
  t.is(received.length, 1);
  t.deepEqual(settled.map(({ state }) => state).toSorted(), ['delivered', 'waiting', 'waiting', 'waiting']);
  t.true(
    settled.some((outcome) => 'error' in outcome && /does not connect to this address/.test(outcome.error)),
  );
  t.true(settled.some((outcome) => 'error' in outcome && /no mail server/.test(outcome.error)));
});

test('an end of the collector leaves what is under way to the next', async (t) => {
  const { url, waiting, settled, notifier } = await setUp(t);
  waiting.push(deliveryTo(url));
  await t.throwsAsync(notifier.deliver(AbortSignal.abort()));
  t.deepEqual(settled, []);
});

test('a closed port and one that speaks no HTTP are told of alike, in our words', async (t) => {
  const { waiting, settled, notifier } = await setUp(t);
  const silent = createServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  t.teardown(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  waiting.push(deliveryTo('http://127.0.0.1:1/'), deliveryTo(`http://127.0.0.1:${port}/`));
  await notifier.deliver(signal);
  const errors = settled.map((outcome) => ('error' in outcome ? outcome.error : ''));
  t.deepEqual(errors, Array(2).fill('There was no HTTP answer within 10 seconds.'));
});

test('in quiet hours only what is critical is told, and what waits costs no attempt', async (t) => {
  const { url, received, waiting, settled, postponed, notifier } = await setUp(t);
  const quietHours = { from: '01:00', to: '07:30', timeZone: 'Europe/Berlin' };
  const delivery = { ...deliveryTo(url), channel: { ...deliveryTo(url).channel, quietHours } };
  // It is two minutes past one in Berlin.
  waiting.push(delivery);
  await notifier.deliver(signal);
  t.deepEqual(postponed, [6 * 3_600 + 28 * 60 - 3]);
  t.deepEqual([received.length, settled.length], [0, 0]);
  waiting.push({ ...delivery, threat: { ...sampleThreat, severity: 'critical' } });
  await notifier.deliver(signal);
  t.deepEqual(settled, [{ state: 'delivered' }]);
});

test('a digest tells of all that was there before its hour at once; what is critical is told by itself, the rest waits', async (t) => {
  const { url, received, waiting, gathered, settled, postponed, notifier } = await setUp(t);
  const digest = { every: 'hour', at: '08:00', timeZone: 'UTC' } as const;
  const channel = { ...deliveryTo(url).channel, digest };
  const before = new Date('2026-02-28T23:40:00Z');
  const of = (id: number, severity: Severity, createdAt = before): ClaimedDelivery => ({
    ...deliveryTo(url),
    id,
    channel,
    createdAt,
    threat: { ...sampleThreat, id, severity },
  });
  waiting.push(of(1, 'medium'), of(2, 'critical'), of(3, 'low', new Date('2026-03-01T00:01:00Z')));
  gathered.push({ ...of(4, 'high'), event: 'resolved' }, of(5, 'high'));
  await notifier.deliver(signal);
  t.deepEqual(postponed, [57 * 60 + 57]);
  t.deepEqual(settled, Array(4).fill({ state: 'delivered' }));
  const bodies = received.map(({ body }) => JSON.parse(body));
  t.deepEqual(bodies.map(({ event }) => event).toSorted(), ['digest', 'threat']);
  const told = bodies.find(({ event }) => event === 'digest');
  t.like(told, { id: 'digest-1-5', threat: null, url: 'https://sonde.example/dns/threats' });
  t.like(told.digest, { since: before.toISOString(), opened: 2, resolved: 1, left_out: 0 });
  t.deepEqual(
    told.digest.threats.map(({ event, threat }: { event: string; threat: { id: number } }) => [
      event,
      threat.id,
    ]),
    [
      ['threat', 5],
      ['threat', 1],
      ['resolved', 4],
    ],
  );
});

test('a digest that is not taken is tried again, all of it; and it waits for quiet hours to end', async (t) => {
  const { url, answers, received, waiting, settled, postponed, notifier } = await setUp(t);
  const digest = { every: 'day', at: '01:00', timeZone: 'Europe/Berlin' } as const;
  const createdAt = new Date('2026-02-28T20:00:00Z');
  const waitingIn = (change: object) =>
    [1, 2].map((id) => ({
      ...deliveryTo(url),
      id,
      createdAt,
      channel: { ...deliveryTo(url).channel, digest, ...change },
    }));
  answers.push({ status: 503 });
  waiting.push(...waitingIn({}));
  await notifier.deliver(signal);
  t.is(received.length, 1);
  t.deepEqual(
    settled,
    Array(2).fill({ state: 'waiting', error: 'The receiver answered with 503.', afterSeconds: 10 }),
  );
  waiting.push(...waitingIn({ quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' } }));
  await notifier.deliver(signal);
  t.is(received.length, 1);
  t.deepEqual(postponed, Array(2).fill(6 * 3_600 - 123));
});

test('a secret that was sealed by another installation is told of, once', async (t) => {
  const { url, waiting, settled, notifier } = await setUp(t);
  waiting.push({ ...deliveryTo(url), channel: { ...deliveryTo(url).channel, secret: 'v1.c2VhbGVk' } });
  await notifier.deliver(signal);
  t.deepEqual(settled, [
    { state: 'dead', error: "The channel's secret can't be read any more: make the channel anew." },
  ]);
});
