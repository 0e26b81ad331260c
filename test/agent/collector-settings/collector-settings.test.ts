import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { CollectorSettings } from '../../../agent/collector-settings/collector-settings.ts';
import { type Config, loadConfig } from '../../../agent/config/settings.ts';
import type { SettingsAnswer, SettingsRefusal } from '../../../shared/sensor-settings/document.ts';
import { SettingsSigning } from '../../support/agent/settings-signing.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

const agentId = 'sensor-7';
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
type Signed = ReturnType<SettingsSigning['signText']>;

/** A collector on a real socket that answers what it is given, and waits otherwise. */
async function startCollector(t: ExecutionContext) {
  const questions: URLSearchParams[] = [];
  const answers: (string | SettingsAnswer)[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      questions.push(new URL(request.url ?? '', 'http://collector').searchParams);
      for (let look = 0; look < 3_000 && answers.length === 0 && !response.destroyed; look++) await delay(10);
      const answer = answers.shift() ?? { version: 0, document: null, signature: null, keys: [] };
      response.setHeader('content-type', 'application/json');
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const give = ({ text, signature, keys }: Signed) =>
    void answers.push({ version: 1, document: text, signature, keys });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, questions, answers, give };
}

async function start(t: ExecutionContext, apply: (config: Config) => void = () => undefined) {
  const collector = await startCollector(t);
  const flags = { settings_from_collector: 'true' };
  const own = loadConfig({ env: { SONDE_AGENT_CONFIG: '' }, flags });
  const destination = { collectors: [collector.url], key: 'key', authorities: undefined };
  const directory = { path: await temporaryDirectory(t), senderId: agentId };
  const applied: Config[] = [];
  const settings = await CollectorSettings.open({ own, destination, directory, log });
  settings.start({
    rows: () => 0,
    failing: () => 0,
    apply: async (config) => {
      apply(config);
      applied.push(config);
    },
  });
  t.teardown(() => settings.stop(true));
  return { ...collector, settings, applied, signing: new SettingsSigning(), own, destination };
}

test('what a hostile or broken collector says is refused, told, and changes nothing', async (t) => {
  const { give, settings, applied, signing } = await start(t);
  give(signing.sign(agentId, 5, { sampling: '3' }));
  await until(() => settings.status()?.version === 5);
  t.is(applied.at(-1)?.sampling, 3);
  const good = signing.sign(agentId, 9, { sampling: '4' });
  const hostile: readonly [Signed, SettingsRefusal][] = [
    [{ ...good, text: good.text.replace('"4"', '"8"') }, 'bad_signature'],
  ];
  for (const [signed, reason] of hostile) {
    give(signed);
    await until(() => settings.status()?.refused?.reason === reason);
  }
  t.is(settings.status()?.version, 5);
  t.is(applied.length, 1);
});

for (const [name, make, reason] of [
  ['an older version', (signing) => signing.sign(agentId, 4, { sampling: '4' }), 'older_version'],
  [
    'an expired one',
    (signing) => signing.sign(agentId, 6, {}, { expires_at: '2020-01-01T00:00:00.000Z' }),
    'expired',
  ],
  ['an unknown setting', (signing) => signing.sign(agentId, 6, { colour: 'red' }), 'unknown_setting'],
  [
    'a forbidden setting',
    (signing) => signing.sign(agentId, 6, { key_file: '/etc/shadow' }),
    'forbidden_setting',
  ],
  ['a hostile value', (signing) => signing.sign(agentId, 6, { filter: 'x) or (y' }), 'bad_value'],
] as readonly [string, (signing: SettingsSigning) => Signed, SettingsRefusal][]) {
  test(`${name} is refused, and the collector is told why`, async (t) => {
    const { give, settings, applied, signing, questions } = await start(t);
    give(signing.sign(agentId, 5, { sampling: '3' }));
    await until(() => settings.status()?.version === 5);
    give(make(signing));
    await until(() => settings.status()?.refused?.reason === reason);
    await until(() => questions.at(-1)?.get('refused_reason') === reason);
    t.is(questions.at(-1)?.get('held'), '5');
    t.is(settings.status()?.version, 5);
    t.is(applied.length, 1);
  });
}

test('answers that are none are no reason to stop asking', async (t) => {
  const { answers, give, settings, signing } = await start(t);
  answers.push('<html>', '{"version":1}', 'x'.repeat(600_000));
  give(signing.sign(agentId, 1, { sampling: '2' }));
  await until(() => settings.status()?.version === 1, 60_000);
  t.pass();
});

test('what can not be applied goes back to what was before', async (t) => {
  const { give, settings, applied, signing } = await start(t, ({ sampling }) => {
    if (sampling === 9) throw new Error('That is too much.');
  });
  give(signing.sign(agentId, 1, { sampling: '2' }));
  await until(() => settings.status()?.version === 1);
  give(signing.sign(agentId, 2, { sampling: '9' }));
  await until(() => settings.status()?.refused?.reason === 'cannot_apply');
  t.like(settings.status(), { version: 1, refused: { version: 2, message: 'That is too much.' } });
  t.is(settings.config.sampling, 2);
  t.is(applied.length, 1);
});

test('an owner who takes his consent back works by his own settings at once', async (t) => {
  const { give, settings, applied, signing, destination } = await start(t);
  give(signing.sign(agentId, 1, { sampling: '2' }));
  await until(() => settings.status()?.version === 1);
  await settings.useOwn(loadConfig({ env: { SONDE_AGENT_CONFIG: '' } }), destination);
  t.is(settings.status(), null);
  t.is(applied.at(-1)?.sampling, 1);
});
