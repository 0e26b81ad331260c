import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { channelKinds } from '../../../../../collector/domain/people/notifications/kinds/index.ts';
import type { Threat } from '../../../../../collector/ports/threats/threats.ts';
import { freePort } from '../../../../support/free-port.ts';
import { sampleNotice } from '../../../../support/notifications/sample-notice.ts';
import { runProgram } from '../../../../support/resolvers/child.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';
import { until } from '../../../../support/until.ts';

interface Alert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly generatorURL: string;
  readonly status: { readonly state: string };
}

test('Alertmanager has an alert for each threat, once however often it is told, until the threat is resolved', async (t) => {
  const directory = await temporaryDirectory(t);
  const config = join(directory, 'alertmanager.yml');
  await writeFile(config, 'route: { receiver: nobody }\nreceivers: [{ name: nobody }]\n');
  const url = `http://127.0.0.1:${await freePort()}`;
  const program = runProgram(t, 'prometheus-alertmanager', [
    ...[`--config.file=${config}`, `--storage.path=${directory}`, `--web.listen-address=${url.slice(7)}`],
    '--cluster.listen-address=',
  ]);
  const isReady = () =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(async () => (await isReady()) || program.child.exitCode !== null, 60_000);
  const kind = channelKinds.alertmanager;
  const tell = async (change: Partial<Threat>, event: 'threat' | 'resolved' | 'test' = 'threat') => {
    const now = Date.now();
    const seen = { firstSeenAt: new Date(now - 60_000), lastSeenAt: new Date(now) };
    const receiver = { target: kind.readTarget(url), secret: '', sender: 'Sonde', now };
    const asked = kind.request(sampleNotice({ ...seen, ...change }, event), receiver);
    const answer = await fetch(asked.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...asked.headers },
      body: JSON.stringify(asked.body),
    });
    t.is(answer.status, 200, await answer.text());
  };
  const alerts = async () => (await (await fetch(`${url}/api/v2/alerts`)).json()) as Alert[];

  await tell({});
  await tell({});
  await tell({ id: 8, subject: 'other.example' });
  // It takes alerts before it has decided what becomes of them.
  await until(async () => (await alerts()).every(({ status }) => status.state !== 'unprocessed'));
  const [first, second] = (await alerts()).toSorted((a, b) => (a.labels.threat! < b.labels.threat! ? -1 : 1));
  t.is((await alerts()).length, 2);
  t.like(first, {
    labels: { alertname: 'SondeThreat', severity: 'high', threat_type: 'dns_tunnel', location: 'Office' },
    annotations: { summary: 'High: bad[.]example at Office' },
    status: { state: 'active' },
  });
  t.is(first!.generatorURL, 'https://sonde.example/threats/7');
  t.is(second!.labels.subject, 'other.example');

  // It grew before it was resolved: the alert of then ends too.
  await tell({ severity: 'critical', status: 'resolved', resolvedAt: new Date() }, 'resolved');
  await until(async () => (await alerts()).length === 1);
  t.is((await alerts())[0]!.labels.subject, 'other.example');
  await tell({}, 'test');
  t.true((await alerts()).some(({ labels }) => labels.alertname === 'SondeTest'));
});
