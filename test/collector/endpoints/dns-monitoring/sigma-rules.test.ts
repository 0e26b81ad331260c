import test from 'ava';
import { sampleSigmaRule } from '../../../support/detection/sample-sigma-rule.ts';
import { detect } from '../../../support/detection/stored.ts';
import { asked } from '../../../support/detection/traffic.ts';
import { startTestApi } from '../../../support/http/http.ts';

const path = '/api/v1/dns-monitoring/sigma-rules';
const second = sampleSigmaRule
  .replace('8ae51330', '9be51330')
  .replace('Names below', 'Programs that ask for names below')
  .replace("query|endswith: '.evil.example'", 'Image|endswith: \\x.exe');

test('rules are added, shown, replaced and removed, and are in force at the locations of their account', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const stranger = await api.world.addAccount('eve@example.com');
  const office = await api.world.addLocation(account.id, 'Office');
  const elsewhere = await api.world.addLocation(stranger.account.id, 'Elsewhere');
  const added = await api.send('POST', path, { rules: `${sampleSigmaRule}---\n${second}` }, key);
  t.is(added.status, 201, added.text);
  t.like(added.body, {
    rules: [
      {
        rule_id: '8ae51330-899c-4641-8125-e39f2e07da72',
        title: 'Names below evil.example',
        severity: 'high',
        techniques: ['T1071.004'],
        state: 'active',
        problem: null,
        matches: 0,
        last_match: null,
      },
      { state: 'unsupported', problem: { field: 'Image', line: 14, column: 9 } },
    ],
  });
  const [{ id }, { id: unsupported }] = added.body.rules as [{ id: number }, { id: number }];
  const listed = await api.get(path, key);
  t.deepEqual(
    [listed.body.count, (listed.body.rules as { id: number }[]).map((rule) => rule.id)],
    [2, [id, unsupported]],
  );
  t.like((await api.get(`${path}/${id}`, key)).body, { rule: { id }, text: sampleSigmaRule.trimEnd() });
  t.is((await api.get(path, stranger.key)).body.count, 0);

  const { detectionRules } = api.world;
  await detectionRules.refresh(api.world);
  t.is(detectionRules.settingsOf(elsewhere.id).sigma, undefined);
  const found = () =>
    detect([asked({ at: 0, name: 'a.evil.example' }), asked({ at: 1, name: 'a.bad.example' })], {
      settings: detectionRules.settingsOf(office.id),
    }).filter(({ type }) => type === 'sigma');
  t.deepEqual(
    found().map(({ queryName, evidence }) => [queryName, evidence?.rule_number]),
    [['a.evil.example', id]],
  );
  // Nobody reads them again who need not.
  const before = detectionRules.settingsOf(office.id).sigma;
  await detectionRules.refresh(api.world);
  t.is(detectionRules.settingsOf(office.id).sigma, before);

  const narrower = sampleSigmaRule.replaceAll('evil.example', 'bad.example');
  t.like((await api.send('PUT', `${path}/${id}`, { rules: narrower }, key)).body, {
    id,
    title: 'Names below bad.example',
  });
  await detectionRules.refresh(api.world);
  t.deepEqual(
    found().map(({ queryName }) => queryName),
    ['a.bad.example'],
  );
  t.is((await api.send('PUT', `${path}/${unsupported}`, { rules: narrower }, key)).status, 409);
  t.is((await api.send('PUT', `${path}/${id}`, { rules: narrower }, stranger.key)).status, 404);
  t.is((await api.send('DELETE', `${path}/${id}`, undefined, key)).status, 200);
  t.is((await api.send('DELETE', `${path}/${id}`, undefined, key)).status, 404);
  await detectionRules.refresh(api.world);
  t.deepEqual(found(), []);
});

test('what is no rule is refused with its line in what was sent, and nothing is kept', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  const broken = second.replace('condition: selection', 'condition: selection and nothing');
  const refused = await api.send('POST', path, { rules: `${sampleSigmaRule}---\n${broken}` }, key);
  t.is(refused.status, 400);
  t.regex(refused.text, /Line 34, column 16: There is no search identifier/);
  t.is((await api.get(path, key)).body.count, 0);
  for (const rules of [
    '# nothing',
    'no: rule',
    `${sampleSigmaRule}---\n${sampleSigmaRule}`,
    'a: 1\n---\n'.repeat(11),
  ])
    t.is((await api.send('POST', path, { rules }, key)).status, 400, rules.slice(0, 20));
});

test('rules are tried on stored queries before they are added', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const office = await api.world.addLocation(account.id, 'Office');
  const at = Date.now() / 1_000 - 3_600;
  const row = (name: string, seconds: number) => ({
    ...asked({ at: 0, name }),
    observedAt: Math.round((at + seconds) * 1e6),
    locationId: office.id,
  });
  api.world.stored.add(row('a.evil.example', 0), row('b.evil.example', 1), row('www.example.com', 2));
  const tried = await api.send(
    'POST',
    `${path}/try`,
    { rules: `${sampleSigmaRule}---\n${second}`, period: '24h' },
    key,
  );
  t.is(tried.status, 200, tried.text);
  t.like(tried.body, {
    complete: true,
    rows: 3,
    skipped: 0,
    rules: [
      { state: 'active', matches: 2, threats: 1, sample_names: ['b.evil.example'] },
      { state: 'unsupported', matches: 0, threats: 0 },
    ],
  });
  t.is((await api.get(path, key)).body.count, 0);
});
