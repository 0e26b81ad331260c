import test from 'ava';
import { FakeWorld } from '../../../support/fakes/world.ts';
import { startTestApi } from '../../../support/http/http.ts';
import { startWebhookReceiver } from '../../../support/http/webhook-receiver.ts';

const path = '/api/v1/notifications/channels';

test('a webhook is made with a secret that is shown once, tried, and taken back', async (t) => {
  const receiver = await startWebhookReceiver(t);
  const world = new FakeWorld();
  const ports = { ...world.ports, notificationFetch: receiver.notificationFetch };
  const api = await startTestApi(t, { world, parts: { ports } });
  const { account, key } = await world.addAccount('ada@example.com');
  const location = await world.addLocation(account.id, 'Office');

  const made = await api.send(
    'POST',
    path,
    { kind: 'webhook', target: receiver.url, location_id: location.id },
    key,
  );
  t.is(made.status, 201, made.text);
  t.like(made.body, { kind: 'webhook', target: receiver.url, least_severity: 'medium', waiting: 0 });
  t.regex(String(made.body.secret), /^whsec_[A-Za-z0-9+/]{43}=$/);
  const listed = await api.get(path, key);
  t.is(listed.body.count, 1);
  t.false(listed.text.includes('whsec_'));

  const tried = await api.send('POST', `${path}/${made.body.id}/test`, undefined, key);
  t.deepEqual(tried.body, { delivered: true, status: 204, error: null });
  t.like(JSON.parse(receiver.received[0]!.body), { event: 'test', threat: null });
  receiver.answers.push({ status: 500 });
  const failed = await api.send('POST', `${path}/${made.body.id}/test`, undefined, key);
  t.deepEqual(failed.body, { delivered: false, status: 500, error: 'The receiver answered with 500.' });

  t.is((await api.send('DELETE', `${path}/${made.body.id}`, undefined, key)).status, 200);
  t.is((await api.get(path, key)).body.count, 0);
  const { entries } = await world.audit.list({}, { limit: 10, offset: 0 });
  t.deepEqual(entries.map(({ action }) => action).toSorted(), [
    'notification_channel_created',
    'notification_channel_deleted',
  ]);
});

test('mail goes to whom the operator allows, and to nobody else', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  const statusOf = async (target: string) =>
    (await api.send('POST', path, { kind: 'email', target }, key)).status;
  t.is(await statusOf(' Ada@Example.com '), 201);
  for (const target of [
    'ada@example.org',
    'ada@sub.example.com',
    'ada',
    'a@b@example.com',
    '"x"@example.com',
    'a\r\nbcc: b@example.com',
    'ada@example.com, eve@example.com',
  ])
    t.is(await statusOf(target), 400, target);
});

test('a webhook goes to http and https, without a password in it', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  const statusOf = async (target: string) =>
    (await api.send('POST', path, { kind: 'webhook', target }, key)).status;
  t.is(await statusOf('https://hook.example/a?b=c#d'), 201);
  for (const target of ['ftp://hook.example/', 'file:///etc/passwd', 'https://u:p@hook.example/', 'hook', ''])
    t.is(await statusOf(target), 400, target);
});

test('deliveries are listed by state, and the dead are tried again', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const channel = await api.world.addChannel(account.id);
  const times = { createdAt: new Date(0), nextAttemptAt: null, finishedAt: new Date(1_000) };
  api.world.notifications.queued.push(
    {
      id: 1,
      channelId: channel.id,
      threatId: 5,
      event: 'threat',
      state: 'dead',
      attempts: 9,
      lastError: 'no answer',
      ...times,
    },
    {
      id: 2,
      channelId: channel.id,
      threatId: 6,
      event: 'resolved',
      state: 'delivered',
      attempts: 1,
      lastError: null,
      ...times,
    },
  );
  const dead = await api.get(`${path}/${channel.id}/deliveries?state=dead`, key);
  t.like(dead.body, { count: 1, limit: 100 });
  t.like((dead.body.deliveries as unknown[])[0] as object, {
    threat_id: 5,
    attempts: 9,
    last_error: 'no answer',
  });
  t.is((await api.get(`${path}/${channel.id}/deliveries`, key)).body.count, 2);
  t.deepEqual((await api.send('POST', `${path}/${channel.id}/retry`, undefined, key)).body, { retried: 1 });
});

test('a webhook is an http or https URL, by the contract', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  for (const target of [
    'ftp://hook.example/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'hook.example',
    'https://',
  ]) {
    const answer = await api.send('POST', path, { kind: 'webhook', target }, key);
    t.is(answer.status, 400, target);
    t.like(answer.body, {
      code: 'invalid_input',
      details: [{ path: 'target', message: 'A webhook is an http or https URL.' }],
    });
  }
});

test('chats and pagers: what lets one write there is kept and never shown', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const slack = 'https://hooks.slack.example/services/T0/B0/secretABCD';
  const made = await api.send('POST', path, { kind: 'slack', target: slack, threat_types: ['dga'] }, key);
  t.is(made.status, 201, made.text);
  t.like(made.body, {
    kind: 'slack',
    target: 'https://hooks.slack.example/…ABCD',
    secret: null,
    threat_types: ['dga'],
    tells_resolved: false,
    quiet_hours: null,
    digest: null,
  });
  const quiet_hours = { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' };
  const pager = {
    kind: 'pagerduty',
    target: 'https://events.pagerduty.example',
    secret: 'R015N7SECRETKEY00000SECRETKEY000',
    quiet_hours,
  };
  t.like((await api.send('POST', path, pager, key)).body, {
    secret: null,
    tells_resolved: true,
    quiet_hours,
  });
  const daily = { every: 'day', time_zone: 'Europe/Berlin' };
  const topic = { kind: 'ntfy', target: 'https://ntfy.example/dns', digest: daily };
  t.like((await api.send('POST', path, topic, key)).body, { digest: { ...daily, at: '08:00' } });
  const listed = await api.get(path, key);
  t.notRegex(listed.text, /secret|SECRET/);
  for (const { id } of listed.body.channels as { id: number }[]) {
    const kept = await api.world.notifications.find(account.id, id);
    if (kept!.kind === 'ntfy') continue;
    t.regex(kept!.secret!, /^v1\./);
    t.notRegex(kept!.secret!, /secret|SECRET/);
  }
});

test('a channel that misses its secret, has one of another form or too much of it is not made', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  const hours = { from: '22:00', to: '07:00', time_zone: 'UTC' };
  const cases: [object, string][] = [
    [{ kind: 'gotify', target: 'https://gotify.example/' }, 'secret'],
    [{ kind: 'gotify', target: 'https://gotify.example/', secret: 'x' }, 'secret'],
    [{ kind: 'telegram', target: '-100', secret: '1:short' }, 'secret'],
    [{ kind: 'slack', target: 'https://hooks.slack.example/x', secret: 'more' }, 'secret'],
    [{ kind: 'webhook', target: 'https://hook.example/x', secret: 'mine' }, 'secret'],
    [{ kind: 'matrix', target: 'https://matrix.example/room', secret: 'syt_secretsecretsecret' }, 'target'],
    [{ kind: 'pigeon', target: 'https://hook.example/' }, 'kind'],
    [{ kind: 'email', target: 'ada@example.com', threat_types: [] }, 'threat_types'],
    [
      {
        kind: 'pagerduty',
        target: 'https://events.pagerduty.com',
        secret: 'R015N7SECRETKEY00000SECRETKEY000',
        digest: { every: 'day' },
      },
      'digest',
    ],
    [{ kind: 'email', target: 'ada@example.com', digest: { every: 'day', at: '8' } }, 'digest.at'],
    [{ kind: 'email', target: 'ada@example.com', quiet_hours: { ...hours, to: '24:00' } }, 'quiet_hours.to'],
    [{ kind: 'email', target: 'ada@example.com', quiet_hours: { ...hours, to: '22:00' } }, 'quiet_hours.to'],
    [
      { kind: 'email', target: 'ada@example.com', quiet_hours: { ...hours, time_zone: 'Mars/Olympus' } },
      'quiet_hours.time_zone',
    ],
  ];
  for (const [body, wrong] of cases) {
    const answer = await api.send('POST', path, body, key);
    t.is(answer.status, 400, JSON.stringify(body));
    t.is((answer.body.details as { path: string }[])[0]!.path, wrong, JSON.stringify(body));
  }
});
