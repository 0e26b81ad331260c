import test, { type ExecutionContext } from 'ava';
import { networkTarget } from '../../../cli/scan/network-target.ts';
import { DatasetSink } from '../../../scanner/datasets/dataset-sink.ts';
import { LoadedDataset } from '../../../scanner/datasets/facts/loaded-dataset.ts';
import { datasets } from '../../../scanner/datasets/sources/index.ts';
import { startTestApi } from '../../support/http/http.ts';
import { runSonde } from '../../support/run-sonde.ts';

async function collector(t: ExecutionContext) {
  const api = await startTestApi(t);
  const sink = new DatasetSink(2, Date.now());
  sink.prefix('192.0.2.0/24', 64_500);
  const built = sink.build();
  const dataset = datasets.find(({ id }) => id === 'ris-ipv4')!;
  const about = { dataset: dataset.id, contentHash: '', builtAt: Date.now(), ...built.about };
  api.world.addresses.datasets.install(new LoadedDataset(dataset, about, { ...built, about }));
  const { account, key } = await api.world.addAccount('ada@example.com');
  const scan = (...args: string[]) => runSonde(['scan', ...args, '--collector', api.url], { SONDE_KEY: key });
  return { api, account, scan };
}

test('addresses, networks and systems are told apart from domains', (t) => {
  t.deepEqual(networkTarget('192.0.2.1'), { kind: 'address', ip: '192.0.2.1' });
  t.deepEqual(networkTarget('2001:db8::1'), { kind: 'address', ip: '2001:db8::1' });
  t.deepEqual(networkTarget('192.0.2.0/24'), { kind: 'range', cidr: '192.0.2.0/24', size: 256 });
  t.deepEqual(networkTarget('as1.10'), { kind: 'system', asn: 65_546 });
  for (const text of ['example.com', 'as64500.example', '192.0.2.300', 'https://example.com/24'])
    t.is(networkTarget(text), undefined, text);
  t.throws(() => networkTarget('192.0.2.1/24'), { message: /192\.0\.2\.0\/24/ });
  t.throws(() => networkTarget('AS4294967296'));
});

test.serial('an address is reported, with what is not known, and as the API has it', async (t) => {
  const { api, account, scan } = await collector(t);
  const { stdout, exitCode } = await scan('192.0.2.1');
  t.is(exitCode, 0);
  t.regex(stdout, /^192\.0\.2\.1 {2}\S/);
  t.regex(stdout, /^ +abuse +0 of 100, 0 reports, whitelisted$/m);
  t.regex(stdout, /^ +system +AS64500$/m);
  t.regex(stdout, /^ +route +192\.0\.2\.0\/24, by AS64500$/m);
  t.regex(stdout, /^No dataset is loaded for\n/m);
  t.false(stdout.includes('\u001b'), 'no styles in a pipe');
  t.like(JSON.parse((await scan('192.0.2.1', '--json')).stdout), { ip: '192.0.2.1', cached: true });
  const at = new Date();
  const report = { accountId: account.id, category: 9, comment: 'ssh\u001b[2J', proof: null, at } as const;
  await api.world.addresses.addressReports.add({ ip: '192.0.2.1', ...report });
  const reported = await scan('192.0.2.1', '--refresh', '--fail-on', 'warning');
  t.is(reported.exitCode, 0);
  t.regex(reported.stdout, /^Evidence of abuse\n +\(0\) +report:9 +192\.0\.2\.1 +0 d +ssh\\u\{1b\}\[2J$/m);
});

test.serial('networks and systems are reported, and what is none is refused', async (t) => {
  const { scan } = await collector(t);
  const range = (await scan('192.0.2.0/24')).stdout;
  t.regex(range, /^192\.0\.2\.0\/24 {2}256 addresses, from what the collector knows\n/);
  t.regex(range, /^ +systems +AS64500 256$/m);
  const system = (await scan('AS64500')).stdout;
  t.regex(system, /^AS64500\n/);
  t.regex(system, /^Announces\n +192\.0\.2\.0\/24$/m);
  t.is((await scan('192.0.2.1/24')).exitCode, 64);
  t.is((await scan('192.0.2.1', '--only', 'spf')).exitCode, 64);
  const large = await scan('10.0.0.0/8');
  t.is(large.exitCode, 1);
  t.regex(large.stderr, /65,536/);
});
