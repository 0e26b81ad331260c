import { randomBytes } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { startTestApi } from '../support/http/http.ts';
import { runSonde } from '../support/run-sonde.ts';

const destination = () => randomBytes(391).toString('base64').replaceAll('+', '-').replaceAll('/', '~');

async function operator(t: ExecutionContext) {
  const api = await startTestApi(t);
  const value = destination();
  api.world.scans.i2pHosts.set('stats.i2p', value);
  const run = (...args: string[]) => runSonde(['resolve', ...args, '--url', api.url], {});
  return { api, run, value };
}

test.serial('a name is resolved on a terminal, and for programs', async (t) => {
  const { run, value } = await operator(t);
  const { stdout, exitCode } = await run('Stats.I2P');
  t.is(exitCode, 0);
  t.regex(
    stdout,
    /^name +stats\.i2p\nsystem +i2p: The ending \.i2p belongs to the I2P network\.\nvalid +yes$/m,
  );
  t.regex(stdout, /^entries\.0\.book +hosts\.txt$/m);
  t.true(stdout.includes(value));
  t.false(stdout.includes('\u001b'));
  const json = await run('stats.i2p', '--as', 'i2p', '--json');
  t.like(JSON.parse(json.stdout), { kind: 'i2p', resolved: { entries: [{ destination: value }] } });
});

test.serial(
  'what has no records, is not valid or can not be asked for ends with 2, and says why',
  async (t) => {
    const { run } = await operator(t);
    const none = await run('nick.eth');
    t.is(none.exitCode, 2);
    t.regex(none.stdout, /No records\.\n! ethereum: Nobody can be asked: set SONDE_ETHEREUM_RPC/);
    const invalid = await run('short.onion');
    t.is(invalid.exitCode, 2);
    t.regex(invalid.stdout, /^valid +no$/m);
    const ambiguous = await run('example.crypto');
    t.regex(
      ambiguous.stdout,
      /It may also be: The ending \.crypto is none of the DNS.* set SONDE_HANDSHAKE_ROOT/,
    );
  },
);

test.serial(
  'options that do not fit are told, and a scan says which command is for such a name',
  async (t) => {
    const { run } = await operator(t);
    const coins = await run('nick.eth', '--coins', 'btc');
    t.is(coins.exitCode, 64);
    t.regex(coins.stderr, /--coins and --texts need --as ens/);
    t.is((await run('nick.eth', '--agreement', 'two')).exitCode, 64);
    t.regex((await run('stats.i2p', '--as', 'ens')).stderr, /answered 400: The ending \.i2p/);
    const scan = await runSonde(['scan', 'nick.eth'], {});
    t.is(scan.exitCode, 64);
    t.regex(scan.stderr, /nick\.eth is not a name in the DNS .*sonde resolve nick\.eth/);
  },
);

test.serial('how the records of a name changed is listed', async (t) => {
  const { api, run } = await operator(t);
  const none = await run('stats.i2p', '--history', '30');
  t.is(none.exitCode, 2);
  await api.send('POST', '/api/scan', { domain: 'stats.i2p' });
  const scanned = await api.world.scans.trackedDomains.find('stats.i2p');
  const part = scanned!.parts.name!;
  const result = part.result as { resolved: object };
  await api.world.scans.addScan('stats.i2p', {
    parts: { name: { ...part, result: { ...result, resolved: { ...result.resolved, hash: 'ab' } } } },
    startedAt: new Date(Date.now() - 3_600_000),
  });
  const { stdout, exitCode } = await run('stats.i2p', '--history', '30');
  t.is(exitCode, 0);
  t.regex(
    stdout,
    /^time +record +before +after\n\S+ \S+ +hash +ab +[0-9a-f]{64}\n\S+ \S+ +first seen +\d+ values/,
  );
  const { body } = await api.get('/api/v2/web3/history?name=stats.i2p');
  t.like(body, { name: 'stats.i2p', scans: 2, count: 2 });
});
