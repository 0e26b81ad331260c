import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { readEnrolment } from '../../../sensor/enrolment/enrolment-file.ts';
import { startAgentProcess } from '../../support/agent/agent-process.ts';
import { addEnrolmentToken, giveCertificates } from '../../support/fakes/fleet/enrol.ts';
import { FakeWorld } from '../../support/fakes/world.ts';
import { freePort } from '../../support/free-port.ts';
import { startTestApi, type TestApi } from '../../support/http/http.ts';
import { runSonde } from '../../support/run-sonde.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

async function start(t: ExecutionContext) {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const office = await api.world.addLocation(account.id, 'Office');
  const directory = await temporaryDirectory(t);
  const state = join(directory, 'state');
  const sonde = (...args: string[]) => runSonde(['enrol', ...args, '--url', api.url], { SONDE_KEY: key });
  const token = async () =>
    (await addEnrolmentToken(api.world, { accountId: account.id, locationId: office.id })).token;
  const keys = () => api.world.apiKeys.list(account.id);
  return { api, account, office, directory, state, sonde, token, keys };
}

/** What passes requests on to the collector; the first answer may get lost. */
async function passOn(
  t: ExecutionContext,
  api: TestApi,
  { port = 0, losesFirst = false }: { port?: number; losesFirst?: boolean },
): Promise<string> {
  let loses = losesFirst;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const answer = await api.request(request.url!, {
        method: request.method!,
        headers: { 'content-type': 'application/json' },
        body: Buffer.concat(chunks),
      });
      if (loses) request.socket.destroy();
      else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
      loses = false;
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  t.teardown(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.serial('sonde enrol create makes a token, and sonde-agent enrol gets a key for it', async (t) => {
  const { api, state, sonde } = await start(t);
  const created = await sonde('create', '--location', 'Office', '--expires', '30m', '--label', 'cellar');
  t.is(created.stderr, '');
  const [token = ''] = created.stdout.split('\n');
  t.regex(token, /^sonde_enr_/);
  t.regex(created.stdout, /valid once, until .* UTC/);
  const agent = startAgentProcess(t, ['enrol', api.url, token, '--state', state]);
  t.is(await agent.ended, 0, agent.stderr());
  const file = join(state, 'enrolment.json');
  t.is((await stat(file)).mode & 0o777, 0o600);
  const { key, collector } = (await readEnrolment(state))!;
  t.is(collector, api.url);
  t.false((agent.stdout() + agent.stderr()).includes(key), 'the key is in no output');
  t.false((await readdir(state)).includes('enrolment-key'));
  t.is((await api.send('POST', '/api/v1/dns-monitoring/queries', { queries: [] }, key)).status, 202);

  const again = startAgentProcess(t, ['enrol', api.url, token, '--state', state]);
  t.is(await again.ended, 78);
  t.regex(again.stderr(), /enrolled at .* already/);
  const used = startAgentProcess(t, ['enrol', api.url, token, '--state', state, '--again']);
  t.is(await used.ended, 1);
  t.regex(used.stderr(), /used already/);
  t.is((await readEnrolment(state))!.key, key, 'the key that it has stays');

  t.regex((await sonde()).stdout, /sonde_enr_\w{4}\.\.\. +\d+ +used +1 of 1 +1 .*cellar/);
  const listed = (await sonde('agents')).stdout;
  const id = /^(\d+) /m.exec(listed)![1]!;
  t.regex(listed, /sonde-agent\/.* key$/m);
  t.is((await sonde('revoke-agent', id)).stdout, `Agent ${id} is revoked.\n`);
  t.is((await api.send('POST', '/api/v1/dns-monitoring/queries', { queries: [] }, key)).status, 401);
  t.regex((await sonde('agents')).stdout, / revoked 20/);
});

test.serial(
  'sonde tells of the authorities, makes the next one, and tells when certificates end',
  async (t) => {
    const world = new FakeWorld();
    const certificates = await giveCertificates(t, world);
    const api = await startTestApi(t, { world });
    const { account, key } = await world.addAccount('root@example.com', { administrator: true });
    const office = await world.addLocation(account.id, 'Office');
    const sonde = (...args: string[]) => runSonde([...args, '--url', api.url], { SONDE_KEY: key });
    t.regex((await sonde('enrol', 'authorities')).stdout, /^Sonde agents \w{8} .* no certificate$/m);
    const { token } = await addEnrolmentToken(world, { accountId: account.id, locationId: office.id });
    const state = join(await temporaryDirectory(t), 'state');
    const agent = startAgentProcess(t, ['enrol', api.url, token, '--state', state]);
    t.is(await agent.ended, 0, agent.stderr());
    const end = (await readEnrolment(state))!.certificate!.ends_at.slice(0, 10);
    t.true((await sonde('enrol', 'agents')).stdout.includes(`key, certificate until ${end}`));
    const rotated = (await sonde('enrol', 'rotate-authority')).stdout;
    t.is(rotated.match(/^Sonde agents /gm)?.length, 2, rotated);
    t.is(certificates.trusted.length, 2);
    t.true(rotated.includes(end), 'the old one is needed until then');
  },
);

test.serial('the command of the collector names what is wrong', async (t) => {
  const { sonde } = await start(t);
  t.regex(
    (await sonde('create', '--location', 'Cellar')).stderr,
    /no location Cellar. Known locations: Office/,
  );
  t.is((await sonde('create', '--location', 'Office', '--expires', 'soon')).exitCode, 64);
  t.is((await sonde('create', '--location', 'Office', '--uses', '0')).exitCode, 64);
  t.is((await sonde('revoke', '99')).exitCode, 1);
  const made = JSON.parse((await sonde('create', '--location', 'Office', '--json')).stdout);
  t.is((await sonde('revoke', String(made.id))).stdout, `Token ${made.id} is revoked.\n`);
});

test.serial('the token may come from the environment, from a file or from input', async (t) => {
  const { api, directory, token } = await start(t);
  const file = join(directory, 'token');
  await writeFile(file, `${await token()}\n`);
  const ways: Record<string, string>[] = [
    { SONDE_AGENT_ENROLMENT_TOKEN: await token() },
    { SONDE_AGENT_ENROLMENT_TOKEN_FILE: file },
  ];
  for (const [at, environment] of ways.entries()) {
    const agent = startAgentProcess(t, ['enrol', api.url, '--state', join(directory, `${at}`)], environment);
    t.is(await agent.ended, 0, agent.stderr());
  }
  const typed = join(directory, 'typed');
  const agent = startAgentProcess(t, ['enrol', api.url, '-', '--state', typed], {}, `${await token()}\n`);
  t.is(await agent.ended, 0, agent.stderr());
  t.truthy(await readEnrolment(typed));
  const none = startAgentProcess(t, ['enrol', api.url, '-', '--state', join(directory, 'x')], {}, 'secret\n');
  t.is(await none.ended, 78);
  t.false(none.stderr().includes('secret'));
});

test.serial(
  'an agent that has a token and no key enrols when it starts, as soon as a collector is there',
  async (t) => {
    const { api, state, directory, token, keys } = await start(t);
    const packets = join(directory, 'packets');
    await writeFile(packets, '10 hold');
    const port = await freePort();
    const args = ['run', '--read', packets, '--state', state, '--collector', `http://127.0.0.1:${port}`];
    const environment = { SONDE_AGENT_ENROLMENT_TOKEN: await token() };
    const checked = startAgentProcess(t, [...args, '--check'], environment);
    t.is(await checked.ended, 0, checked.stdout());
    t.regex(checked.stdout(), /Would enrol with the token first/);
    const before = (await keys()).length;
    const agent = startAgentProcess(t, args, environment);
    await until(() => /Enrolment failed and will be retried/.test(agent.stderr() + agent.stdout()));
    // What listens there now is the collector.
    await passOn(t, api, { port });
    await until(async () => (await readEnrolment(state)) !== undefined);
    await until(() => /Reading /.test(agent.stdout()));
    t.is((await keys()).length, before + 1);
    t.false((agent.stdout() + agent.stderr()).includes((await readEnrolment(state))!.key));
    agent.child.kill('SIGTERM');
    await agent.ended;
    // Neither token nor address is needed from then on.
    const later = startAgentProcess(t, ['run', '--read', packets, '--state', state, '--check']);
    t.is(await later.ended, 0, later.stdout());
  },
);

test.serial('an agent whose token is refused ends and says why', async (t) => {
  const { api, state, directory } = await start(t);
  const packets = join(directory, 'packets');
  await writeFile(packets, '10');
  const agent = startAgentProcess(t, ['run', '--read', packets, '--state', state, '--collector', api.url], {
    SONDE_AGENT_ENROLMENT_TOKEN: 'sonde_enr_000000000000000000000000',
  });
  t.is(await agent.ended, 1);
  t.regex(agent.stderr(), /There is no such enrolment token/);
});

test.serial('an answer that is lost costs no second use of a token', async (t) => {
  const { api, state, token, keys } = await start(t);
  const before = (await keys()).length;
  const url = await passOn(t, api, { losesFirst: true });
  const environment = { SONDE_AGENT_ENROLMENT_TOKEN: await token() };
  const first = startAgentProcess(t, ['enrol', url, '--state', state], environment);
  t.is(await first.ended, 1, first.stdout());
  t.is((await keys()).length, before + 1, 'it was let in');
  const second = startAgentProcess(t, ['enrol', url, '--state', state], environment);
  t.is(await second.ended, 0, second.stderr());
  t.is((await keys()).length, before + 1);
  const { key } = (await readEnrolment(state))!;
  t.is((await api.send('POST', '/api/v1/dns-monitoring/queries', { queries: [] }, key)).status, 202);
  t.is((await readFile(join(state, 'enrolment.json'), 'utf8')).includes(key), true);
});
