import test from 'ava';
import fc from 'fast-check';
import { defang } from '../../../../../collector/domain/people/notifications/defang.ts';
import { channelKinds } from '../../../../../collector/domain/people/notifications/kinds/index.ts';
import { digestNotice } from '../../../../../collector/domain/people/notifications/notice.ts';
import { noticeMail } from '../../../../../collector/domain/people/notifications/notice-mail.ts';
import { sampleNotice, sampleSentAt, sampleUrl } from '../../../../support/notifications/sample-notice.ts';
import { sampleThreat } from '../../../../support/notifications/sample-threat.ts';

type Kind = keyof typeof channelKinds;

const now = sampleSentAt;
const url = sampleUrl;

/** Targets and secrets as people give them. */
const given: Readonly<Record<Kind, readonly [target: string, secret: string]>> = {
  webhook: ['https://hook.example/a', 'whsec_c2VjcmV0'],
  slack: ['https://hooks.slack.example/services/T0/B0/secret', ''],
  teams: ['https://prod.workflows.example/x?sig=secret', ''],
  discord: ['https://discord.example/api/webhooks/1/secret', ''],
  pagerduty: ['https://events.pagerduty.example/', 'R015N7SECRETKEY00000SECRETKEY000'],
  opsgenie: ['https://api.opsgenie.example', 'eb243592-faa2-4ba2-a551q-1afdf565c889'],
  alertmanager: ['http://alerts.example:9093/am/', 'ada:pass word'],
  ntfy: ['https://ntfy.example/my_topic-1', 'tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2'],
  gotify: ['https://gotify.example/push/', 'AbCdEfGhIjKlMnO'],
  matrix: ['https://matrix.example/!room:example.org', 'syt_c29uZGU_secretsecret'],
  telegram: ['-1001234567890', '123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'],
};

function requestOf(kind: Kind, notice = sampleNotice()) {
  const [target, secret] = given[kind];
  const read = channelKinds[kind].readTarget(target);
  const { body, ...request } = channelKinds[kind].request(notice, {
    target: read,
    secret,
    sender: 'Sonde',
    now,
  });
  return { ...request, body: JSON.parse(typeof body === 'string' ? body : JSON.stringify(body)) };
}

const kinds = Object.keys(channelKinds) as Kind[];

test('a digest is in every chat and in mail, the worst first, and nothing in it is markup or ends a line', (t) => {
  const deliveries = Array.from({ length: 120 }, (_, index) => ({
    id: index + 1,
    event: index === 3 ? ('resolved' as const) : ('threat' as const),
    createdAt: new Date(now - index * 1_000),
    locationName: 'Of<b>fice\nX',
    threat: { ...sampleThreat, id: index + 1, severity: index === 5 ? ('high' as const) : ('low' as const) },
  }));
  const digest = digestNotice(deliveries, { clock: { now: () => now }, publicUrl: 'https://sonde.example/' });
  t.like(digest.digest, { opened: 119, resolved: 1, left_out: 20 });
  t.is(digest.digest!.threats[0]!.threat.id, 6);
  for (const kind of Object.keys(channelKinds) as Kind[]) {
    if (kind === 'webhook' || channelKinds[kind].tellsResolved) continue;
    const { body } = requestOf(kind, digest);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    t.regex(text, /119 new threats, 1 resolved/, kind);
    t.regex(text, /112 more/, kind);
    t.false(text.includes('bad.example'), kind);
  }
  const mail = noticeMail('ada@example.com', digest);
  t.is(mail.subject, 'Sonde: 119 new threats, 1 resolved');
  t.is(mail.text.split('\n').filter((line) => /^(high|low) /.test(line)).length, 100);
  t.regex(mail.text, /^and 20 more$/m);
  t.false(mail.text.includes('\nX'));
});

test('every kind tells severity, place, subject and where to read on; each secret has the form asked for', (t) => {
  for (const kind of kinds) {
    const { url: to, body, headers } = requestOf(kind);
    const text = JSON.stringify(body);
    t.regex(text, /high|error|"P2"/i, kind);
    t.regex(text, /Office/, kind);
    t.regex(text, /bad(?:\\\\)?\[?\.(?:\\\\)?\]?example|bad.{0,4}\..{0,4}example/, kind);
    t.true(text.includes(url) || kind === 'opsgenie' || kind === 'webhook', kind);
    t.true(to.startsWith('http'), kind);
    t.true(JSON.stringify(headers ?? {}).length < 2_000);
    const { secretForm } = channelKinds[kind];
    if (secretForm !== undefined) t.regex(given[kind][1], secretForm, kind);
  }
});

test('chats: where the message goes, and that names in it can be neither followed nor read as markup', (t) => {
  const hostile = sampleNotice({
    subject: '@everyone.<!channel>.example',
    queryName: '*bold*.[a](http://evil.example/).example',
    message: 'http://evil.example/?a=<script> @here \u202e \r\n# heading &amp;',
  });
  for (const kind of ['slack', 'teams', 'discord', 'ntfy', 'gotify', 'matrix', 'telegram'] as const) {
    const text = JSON.stringify(requestOf(kind, hostile).body);
    t.notRegex(text, /http:\/\/evil|evil\.example|\\r|\u202e/, kind);
  }
  const slack = requestOf('slack', hostile);
  t.is(slack.url, given.slack[0]);
  t.is(slack.body.text, 'High: @everyone[.]&lt;!channel&gt;[.]example at Office');
  t.true(slack.body.blocks.every((block: { type: string }) => block.type !== 'mrkdwn'));
  t.notRegex(JSON.stringify(slack.body.blocks), /mrkdwn/);
  const [embed] = requestOf('discord', hostile).body.embeds;
  t.is(embed.title, String.raw`High\: \@everyone\[.\]\<!channel\>\[.\]example at Office`);
  t.deepEqual(requestOf('discord', hostile).body.allowed_mentions, { parse: [] });
  const [card] = requestOf('teams', hostile).body.attachments;
  t.is(card.content.type, 'AdaptiveCard');
  t.notRegex(JSON.stringify(card), /"TextBlock"|"FactSet"/);
  t.like(requestOf('ntfy'), {
    url: 'https://ntfy.example/',
    headers: { authorization: `Bearer ${given.ntfy[1]}` },
    body: { topic: 'my_topic-1', priority: 4, click: url },
  });
  t.like(requestOf('gotify'), {
    url: 'https://gotify.example/push/message',
    headers: { 'x-gotify-key': given.gotify[1] },
    body: { priority: 7 },
  });
  t.like(requestOf('matrix'), {
    method: 'PUT',
    url: 'https://matrix.example/_matrix/client/v3/rooms/!room%3Aexample.org/send/m.room.message/threat-7-12',
    body: { msgtype: 'm.text' },
  });
  t.like(requestOf('telegram'), {
    url: `https://api.telegram.org/bot${given.telegram[1]}/sendMessage`,
    body: { chat_id: '-1001234567890' },
  });
});

test('pagers: an incident is opened once, whatever is repeated, and ends with the threat', (t) => {
  const resolved = sampleNotice(
    { severity: 'critical', resolvedAt: new Date(now), status: 'resolved' },
    'resolved',
  );
  const opened = requestOf('pagerduty').body;
  t.like(opened, { event_action: 'trigger', dedup_key: 'sonde-threat-7', payload: { severity: 'error' } });
  t.deepEqual(requestOf('pagerduty', resolved).body, {
    routing_key: given.pagerduty[1],
    event_action: 'resolve',
    dedup_key: 'sonde-threat-7',
  });
  t.like(requestOf('opsgenie'), {
    url: 'https://api.opsgenie.example/v2/alerts',
    headers: { authorization: `GenieKey ${given.opsgenie[1]}` },
    body: { alias: 'sonde-threat-7', priority: 'P2' },
  });
  t.is(
    requestOf('opsgenie', resolved).url,
    'https://api.opsgenie.example/v2/alerts/sonde-threat-7/close?identifierType=alias',
  );
  const alert = requestOf('alertmanager');
  t.like(alert, {
    url: 'http://alerts.example:9093/am/api/v2/alerts',
    headers: { authorization: `Basic ${Buffer.from('ada:pass word').toString('base64')}` },
  });
  t.true(Date.parse(alert.body[0].endsAt) > now + 86_400_000);
  // The threat has grown since it was told of; the alert that is there ends too.
  const ends = requestOf('alertmanager', resolved).body as { labels: object; endsAt: string }[];
  t.true(ends.some(({ labels }) => JSON.stringify(labels) === JSON.stringify(alert.body[0].labels)));
  t.true(ends.every(({ endsAt }) => Date.parse(endsAt) <= now));
});

test('a test is no threat, for every kind', (t) => {
  for (const kind of kinds) {
    const { body } = requestOf(kind, sampleNotice({}, 'test'));
    t.regex(JSON.stringify(body), /test/, kind);
    t.notRegex(JSON.stringify(body), /sonde-threat|SondeThreat/, kind);
  }
});

test('no kind takes a target of another form', (t) => {
  const wrong: Readonly<Partial<Record<Kind, readonly string[]>>> = {
    slack: ['http://hooks.slack.example/x', 'https://u:p@hooks.slack.example/', 'x', 'javascript:alert(1)'],
    teams: ['http://x.example/', ''],
    discord: ['http://x.example/', 'ftp://x.example/'],
    pagerduty: ['events', 'file:///etc/passwd'],
    alertmanager: ['alerts:9093'],
    ntfy: ['https://ntfy.example/', 'https://ntfy.example/a b', `https://ntfy.example/${'a'.repeat(65)}`],
    matrix: ['https://matrix.example/room', 'https://matrix.example/', 'https://matrix.example/%E0%A4%A'],
    telegram: ['https://t.me/x', '@a b', 'room', '1\n2'],
  };
  for (const [kind, targets] of Object.entries(wrong) as [Kind, readonly string[]][])
    for (const target of targets)
      t.throws(() => channelKinds[kind].readTarget(target), { name: 'InvalidInput' }, `${kind} ${target}`);
});

test('what is not known is left out, and nothing is empty that a receiver wants filled', (t) => {
  // A certificate that imitates a name has no client; a note may be nothing but spaces.
  const bare = { clientAddress: '', queryName: '', resolutionNote: ' \n ' };
  for (const notice of [sampleNotice(bare), sampleNotice({ ...bare, status: 'resolved' }, 'resolved')]) {
    const [embed] = requestOf('discord', notice).body.embeds;
    t.true(embed.fields.every(({ value }: { value: string }) => value !== ''));
    t.not(embed.description.trim(), '');
    const texts = requestOf('slack', notice).body.blocks.flatMap(
      ({ text, fields = [] }: { text?: { text: string }; fields?: { text: string }[] }) =>
        [...(text === undefined ? [] : [text]), ...fields].map((one) => one.text),
    );
    for (const text of texts) t.notRegex(text, /^\s*$|\n\s*$/);
    t.false(JSON.stringify(requestOf('teams', notice).body).includes('Client'));
  }
});

test('what others choose makes no message longer than Discord takes', (t) => {
  const long = Array.from({ length: 127 }, () => 'a').join('.');
  const longest = 1_024;
  const lengthOf = ({ body }: { body: { embeds: object[] } }) => {
    const [embed] = body.embeds as [
      { title: string; description: string; fields: { name: string; value: string }[] },
    ];
    t.true(embed.fields.every(({ value }) => value.length <= longest));
    return [embed.title, embed.description, ...embed.fields.flatMap(({ name, value }) => [name, value])].join(
      '',
    ).length;
  };
  const told = { subject: long, queryName: long, message: '*'.repeat(2_000), source: '_'.repeat(600) };
  t.true(lengthOf(requestOf('discord', sampleNotice(told))) <= 6_000);
  const deliveries = Array.from({ length: 20 }, (_, index) => ({
    ...{ id: index + 1, event: 'threat' as const, createdAt: new Date(now), locationName: '_'.repeat(200) },
    threat: { ...sampleThreat, id: index + 1, subject: long },
  }));
  const digest = digestNotice(deliveries, { clock: { now: () => now } });
  t.true(lengthOf(requestOf('discord', digest)) <= 6_000);
});

test('whatever a threat says, a request is JSON of bounded length', (t) => {
  const text = fc.string({ unit: 'binary', maxLength: 1_020 });
  fc.assert(
    fc.property(text, text, text, fc.constantFrom(...kinds), (subject, queryName, message, kind) => {
      const { body } = requestOf(kind, sampleNotice({ subject, queryName, message }));
      if (kind !== 'webhook') t.true(JSON.stringify(body).length < 40_000);
    }),
  );
});

test('names are defanged, numbers and sentences are not', (t) => {
  t.is(
    defang('see https://a.bad.example/x, 1.2 MB, e.g. 192.0.2.1.'),
    'see hxxps://a[.]bad[.]example/x, 1.2 MB, e.g. 192.0.2.1.',
  );
  t.is(defang('bücher.example xn--a.xn--p1ai'), 'bücher[.]example xn--a[.]xn--p1ai');
});
