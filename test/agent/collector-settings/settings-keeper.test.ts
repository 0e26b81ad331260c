import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { SignedDocument } from '../../../agent/collector-settings/read-document.ts';
import { SettingsKeeper } from '../../../agent/collector-settings/settings-keeper.ts';
import { SettingsRefused } from '../../../agent/collector-settings/settings-refused.ts';
import { SettingsSigning } from '../../support/agent/settings-signing.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const agentId = 'sensor-7';

async function start(t: ExecutionContext) {
  const directory = await temporaryDirectory(t);
  const open = (change: { locationKey?: string; configuredKey?: string } = {}) =>
    SettingsKeeper.open({ directory, agentId, locationKey: 'key', configuredKey: undefined, ...change });
  return { directory, open, signing: new SettingsSigning() };
}

async function take(keeper: SettingsKeeper, signed: SignedDocument): Promise<void> {
  const checked = keeper.check(signed, Date.now());
  if (checked !== undefined) await keeper.take(signed, checked, true);
}

function refusal(
  t: ExecutionContext,
  keeper: SettingsKeeper,
  signed: SignedDocument,
  now = Date.now(),
): string {
  return t.throws(() => keeper.check(signed, now), { instanceOf: SettingsRefused })!.reason;
}

test('settings are in force again after a restart, in order or once their trial is over', async (t) => {
  const { open, signing } = await start(t);
  const first = await open();
  await take(first, signing.sign(agentId, 3, { sampling: '7' }));
  await first.pause();
  t.deepEqual((await open()).current?.settings, { sampling: '7' });
  await first.pass();
  const second = await open();
  t.is(second.current?.version, 3);
  t.false(second.isOnTrial);
});

test('an agent that ended while settings were new goes back to those before, and takes them no more', async (t) => {
  const { open, signing } = await start(t);
  const keeper = await open();
  await take(keeper, signing.sign(agentId, 1, { sampling: '2' }));
  await keeper.pass();
  const bad = signing.sign(agentId, 2, { sampling: '9' });
  await take(keeper, bad);
  const again = await open();
  t.is(again.current?.version, 1);
  t.like(again.wentBackFrom, { version: 2, reason: 'did_not_survive' });
  t.is(refusal(t, again, bad), 'older_version');
  await take(again, signing.sign(agentId, 3, { sampling: '4' }));
  t.is(again.current?.version, 3);
});

test('settings that follow others on trial leave those before the trial to go back to', async (t) => {
  const { open, signing } = await start(t);
  const keeper = await open();
  await take(keeper, signing.sign(agentId, 1, { sampling: '2' }));
  await keeper.pass();
  await take(keeper, signing.sign(agentId, 2, { sampling: '3' }));
  await take(keeper, signing.sign(agentId, 3, { sampling: '4' }));
  await keeper.goBack('silent', 'x');
  t.is(keeper.current?.version, 1);
});

test('a version may not go back, nor be another agent’s, old, forged or of another form', async (t) => {
  const { open, signing } = await start(t);
  const keeper = await open();
  const older = signing.sign(agentId, 4, {});
  await take(keeper, signing.sign(agentId, 5, { sampling: '2' }));
  t.is(refusal(t, keeper, older), 'older_version');
  t.is(keeper.check(signing.sign(agentId, 5, { sampling: '3' }), Date.now()), undefined);
  t.is(refusal(t, keeper, signing.sign('sensor-8', 6, {})), 'wrong_audience');
  t.is(refusal(t, keeper, signing.sign(agentId, 6, {}), Date.now() + 7_200_000), 'expired');
  const good = signing.sign(agentId, 6, { sampling: '5' });
  t.is(refusal(t, keeper, { ...good, text: good.text.replace('"5"', '"6"') }), 'bad_signature');
  t.is(refusal(t, keeper, { ...good, signature: 'AAAA' }), 'bad_signature');
  t.is(refusal(t, keeper, new SettingsSigning().sign(agentId, 6, {})), 'unknown_key');
  t.is(refusal(t, keeper, { ...good, keys: [] }), 'unknown_key');
  for (const text of ['', '{', '[]', '{"format":"sonde agent settings 2"}', 'null']) {
    t.is(refusal(t, keeper, signing.signText(text)), 'malformed', text);
  }
  const many = Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`s${index}`, 'x']));
  t.is(refusal(t, keeper, signing.sign(agentId, 6, many)), 'malformed');
  t.is(refusal(t, keeper, signing.sign(agentId, 6, { sampling: 'x'.repeat(20_000) })), 'malformed');
  t.is(keeper.current?.version, 5);
});

test('keys follow one another by signatures, over restarts too; the one before is good no more', async (t) => {
  const { open, signing } = await start(t);
  const keeper = await open();
  await take(keeper, signing.sign(agentId, 1, {}));
  const old = signing.publicKey;
  const stolen = signing.sign(agentId, 9, {});
  signing.rotate();
  signing.rotate();
  await take(keeper, signing.sign(agentId, 2, {}));
  t.is(keeper.knownKey, signing.publicKey);
  t.is(refusal(t, await open(), stolen), 'unknown_key');
  const forged = signing.sign(agentId, 3, {});
  const keys = forged.keys.map((key, index) => (index === 1 ? { ...key, signature: forged.signature } : key));
  const anew = await open({ configuredKey: old });
  t.is(refusal(t, anew, { ...forged, keys }), 'bad_signature');
  t.is(anew.check(forged, Date.now())?.document.version, 3);
});

test('a key that the owner gave is the only one from the start, and a changed one is his word', async (t) => {
  const { open, signing } = await start(t);
  const other = new SettingsSigning();
  const keeper = await open({ configuredKey: other.publicKey });
  t.is(refusal(t, keeper, signing.sign(agentId, 1, {})), 'unknown_key');
  await take(keeper, other.sign(agentId, 1, {}));
  const changed = await open({ configuredKey: signing.publicKey });
  t.is(refusal(t, changed, other.sign(agentId, 2, {})), 'unknown_key');
  t.is(changed.check(signing.sign(agentId, 2, {}), Date.now())?.document.version, 2);
});

test('versions of another location say nothing; the collector’s key stays', async (t) => {
  const { open, signing } = await start(t);
  const keeper = await open();
  await take(keeper, signing.sign(agentId, 90, { sampling: '2' }));
  const moved = await open({ locationKey: 'another' });
  t.is(moved.current, undefined);
  t.is(moved.knownKey, signing.publicKey);
  t.is(moved.check(signing.sign(agentId, 1, {}), Date.now())?.document.version, 1);
});

test('a spoiled file is as good as none', async (t) => {
  const { directory, open } = await start(t);
  for (const content of ['', '{', '{"trial":"running"}']) {
    await writeFile(join(directory, 'settings-from-collector.json'), content);
    t.is((await open()).current, undefined);
  }
});
