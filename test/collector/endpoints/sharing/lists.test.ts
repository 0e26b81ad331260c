import { createHash } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { prepareRules } from '../../../../collector/domain/detection/sigma/prepare-rules.ts';
import { readRule } from '../../../../collector/domain/detection/sigma/read-rule.ts';
import { mostOfEvent } from '../../../../collector/domain/intelligence/sharing/misp-feed.ts';
import { misp } from '../../../../collector/sources/formats/misp.ts';
import { matching } from '../../../support/detection/sigma.ts';
import { asked } from '../../../support/detection/traffic.ts';
import { addSighting } from '../../../support/fakes/threats/sightings.ts';
import { startTestApi } from '../../../support/http/http.ts';

async function start(t: ExecutionContext) {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const { id } = await api.world.addLocation(account.id, 'office');
  await addSighting(api.world.threats, id, { subject: 'bad.example' });
  await addSighting(api.world.threats, id, {
    subject: 'www.worse.example',
    observedAt: new Date('2026-03-15T01:00:00Z'),
  });
  await addSighting(api.world.threats, id, { subject: '198.51.100.0/24' });
  const over = await addSighting(api.world.threats, id, { subject: 'over.example' });
  await api.world.threats.resolve(account.id, over.id, null);
  return { api, key };
}

test('what is open is written as each program takes it, and what is resolved is left out', async (t) => {
  const { api, key } = await start(t);
  const list = async (format: string) => {
    const answer = await api.get(`/api/v1/threat-intel/block-lists/threats?format=${format}`, key);
    t.is(answer.status, 200, answer.text);
    return answer.text;
  };
  t.is(await list('domains'), 'bad.example\nwww.worse.example\n');
  t.is(await list('hosts'), '0.0.0.0 bad.example\n0.0.0.0 www.worse.example\n');
  t.is(await list('adguard'), '||bad.example^\n||www.worse.example^\n');
  t.is(await list('addresses'), '198.51.100.0/24\n');
  const zone = await list('rpz');
  t.regex(zone, /^\$ORIGIN sonde\.invalid\.\n/);
  t.deepEqual(zone.split('\n').slice(4), [
    '24.0.100.51.198.rpz-ip CNAME .',
    'bad.example CNAME .',
    '*.bad.example CNAME .',
    'www.worse.example CNAME .',
    '*.www.worse.example CNAME .',
    '',
  ]);
  t.is((await api.get('/api/v1/threat-intel/block-lists/none', key)).status, 404);
  t.is((await api.get('/api/v1/threat-intel/block-lists/threats?format=pdf', key)).status, 400);
});

test('a list as Sigma rules is read back by the reader of such rules', async (t) => {
  const { api, key } = await start(t);
  const path = '/api/v1/threat-intel/block-lists/threats?format=sigma';
  const answer = await api.get(path, key);
  t.is(answer.headers.get('content-type'), 'application/yaml; charset=utf-8');
  t.regex(answer.headers.get('content-disposition') ?? '', /threats\.yml/);
  const rules = prepareRules(answer.text).map(({ text }) => readRule(text));
  t.deepEqual(
    rules.map(({ problem, severity }) => [problem, severity]),
    [[undefined, 'high']],
  );
  const rows = [
    asked({ at: 0, name: 'bad.example', answers: [] }),
    asked({ at: 1, name: 'www.bad.example', answers: [] }),
    asked({ at: 2, name: 'notbad.example', answers: [] }),
    asked({ at: 3, name: 'harmless.example', answers: ['198.51.100.99'] }),
    asked({ at: 4, name: 'harmless.example', answers: ['203.0.113.9'] }),
    asked({ at: 5, name: 'over.example', answers: ['203.0.113.9'] }),
  ];
  t.deepEqual(
    matching(rules, rows).map(([name]) => name),
    ['bad.example', 'www.bad.example', 'harmless.example'],
  );
  t.is((await api.get(path, key)).text, answer.text);
});

test('a MISP feed is read back by the reader of such feeds, and its UUIDs stay', async (t) => {
  const { api, key } = await start(t);
  const file = async (name: string) => {
    const answer = await api.get(`/misp/threats/${name}`, key);
    t.is(answer.status, 200, answer.text);
    return answer.text;
  };
  const manifest = JSON.parse(await file('manifest.json')) as Record<string, Record<string, unknown>>;
  const uuids = Object.keys(manifest);
  t.is(uuids.length, 2);
  t.deepEqual(manifest[uuids[0]!], {
    date: '2026-03-14',
    info: 'Sonde: Threats, 2026-03-14',
    analysis: '2',
    threat_level_id: '1',
    timestamp: String(Date.UTC(2026, 2, 14, 9, 26, 53) / 1_000),
    Orgc: manifest[uuids[1]!]!.Orgc,
    Tag: [{ name: 'type:OSINT', colour: '#004646' }],
  });
  t.deepEqual(JSON.parse(await file('manifest.json')), manifest);
  const rows: unknown[] = [];
  const document = (async function* () {
    yield Buffer.from(await file('manifest.json'));
  })();
  const more = async (name: string) =>
    (async function* () {
      yield Buffer.from(await file(name));
    })();
  for await (const some of misp().parse(document as never, more as never)) rows.push(...some);
  const found = rows as { kind: string; value: string }[];
  // The resolved one is there, and not for detection.
  t.deepEqual(found.map(({ kind, value }) => `${kind} ${value}`).sort(), [
    'domain bad.example',
    'domain www.worse.example',
    'ip 198.51.100.0/24',
  ]);
  const hashes = (await file('hashes.csv')).trim().split('\n');
  t.is(hashes.length, 4);
  const digest = createHash('md5').update('bad.example').digest('hex');
  t.true(hashes.includes(`${digest},${uuids[0]}`));
  t.is((await api.get('/misp/threats/none.json', key)).status, 404);
});

test('a day with too much for one event of MISP is refused, and not cut', async (t) => {
  const { api } = await start(t);
  const { key } = await api.world.addAccount('grace@example.com', { administrator: true });
  const names = Array.from({ length: mostOfEvent + 1 }, (_, index) => `n${index}.example`);
  const list = { threatType: 'c2', severity: 'high', source: 'own', description: null } as const;
  await api.world.indicators.replaceSource(
    'own',
    names.map((name) => ({ name, ...list })),
  );
  const manifest = await api.get('/misp/indicators/manifest.json', key);
  const [uuid] = Object.keys(manifest.body);
  t.is((await api.get(`/misp/indicators/${uuid}.json`, key)).body.code, 'question_too_large');
  const whole = await api.get('/api/v1/threat-intel/block-lists/indicators', key);
  t.deepEqual(whole.text.trim().split('\n').sort(), names.toSorted());
});
