import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import test, { type ExecutionContext } from 'ava';
import { askStatus } from '../../../agent/status/ask-status.ts';
import type { StatusReport } from '../../../agent/status/status-report.ts';
import { SondeClient } from '../../../client/sonde-client.ts';
import { findSeclusion } from '../../../scanner/bench/lab/seclusion.ts';
import { unaccounted } from '../../../sensor/status/row-account.ts';
import { adminKey, startTestCollector } from '../../support/ingest/running-collector.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const patience = 60_000;

/** An agent on the loopback of a network of its own, that ships over a Unix socket. */
function startLoneAgent(t: ExecutionContext, args: readonly string[]) {
  const { by } = findSeclusion();
  const program = join(root, 'test/support/agent/lone-exchanges.ts');
  const agent = [process.execPath, join(root, 'agent/main.ts'), '--interface', 'lo', ...args];
  const command = [...by, process.execPath, program, ...agent];
  const child = spawn(command[0]!, command.slice(1), { stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (data: Buffer) => {
    said += data;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  t.teardown(async () => {
    child.stdin.end();
    if (child.exitCode === null) await once(child, 'exit');
  });
  const tell = async (line: string): Promise<Record<string, unknown>> => {
    child.stdin.write(`${line}\n`);
    const { value } = (await lines.next()) as { value?: string };
    return JSON.parse(value ?? '{}') as Record<string, unknown>;
  };
  return { tell, said: () => said };
}

if (findSeclusion().plan.kind !== 'namespace') {
  test('network namespaces lack: settings of agents are not tried on one', (t) => t.pass());
} else {
  test('settings go from the collector to an agent at work, which loses nothing, refuses and goes back', async (t) => {
    t.timeout(300_000);
    const directory = await temporaryDirectory(t);
    const socket = join(directory, 'collector.sock');
    const { url } = await startTestCollector(t, { listen: `127.0.0.1:0,unix:${socket}` });
    const api = new SondeClient({ url, key: adminKey });
    const { api_key: key, id: locationId } = await api.call('POST /api/v1/dns-monitoring/locations', {
      body: { location_name: 'Lab' },
    });
    const state = join(directory, 'state');
    const options = [
      '--collector',
      `unix:${socket}`,
      '--key',
      key,
      '--state',
      state,
      '--batch-seconds',
      '0.2',
    ];
    const open = ['--settings-from-collector', 'true', '--settings-trial-seconds', '4', '--deny-type', 'TXT'];
    let agent = startLoneAgent(t, [...options, ...open]);
    /** A machine that is busy elsewhere may not answer in time: it is asked again. */
    const status = async (): Promise<StatusReport> => {
      let found: StatusReport | undefined;
      await until(async () => {
        found = await askStatus(state).catch(() => undefined);
        return found !== undefined;
      }, patience);
      return found!;
    };
    const settings = async () => (await status()).settings_from_collector ?? undefined;
    await until(() => agent.said().includes('Capturing'), patience);
    const put = (entry: { settings: Record<string, string> }) =>
      api.call('PUT /api/v1/dns-monitoring/agent-settings', { body: { entries: [entry] } });
    const told = async () => {
      const { agents } = await api.call('GET /api/v1/dns-monitoring/agent-settings/agents');
      return agents[0]?.told ?? undefined;
    };
    const stored = async (suffix: string) => {
      const query = { location_id: locationId, suffix };
      return (await api.call('GET /api/v1/dns-monitoring/queries/histogram', { query })).queries;
    };

    // A filter of names arrives, and what the machine's owner gave wins over it.
    const { version } = await put({ settings: { deny_suffixes: 'drop.example', deny_types: 'A' } });
    await until(async () => (await settings())?.version === version, patience);
    t.deepEqual((await settings())?.kept_own, ['deny_types']);
    const before = (await status()).ledger;
    await agent.tell('send drop.example 20');
    await agent.tell('send keep.example 20');
    await until(
      async () => (await status()).ledger.messages_filtered - before.messages_filtered === 40,
      patience,
    );
    await until(async () => (await told())?.held_version === version, patience);
    t.deepEqual((await told())?.kept_own, ['deny_types']);
    await until(async () => (await settings())?.on_trial === false, patience);

    // Another capture filter, while exchanges pass all the time: each is stored, once.
    await agent.tell('begin always.example');
    const second = await put({ settings: { filter: 'udp and host 127.0.0.1' } });
    await until(async () => (await settings())?.version === second.version, patience);
    // Exchanges pass until the trial is over: their end within it would be taken for the filter's doing.
    await until(async () => (await settings())?.on_trial === false, patience);
    const { sent } = (await agent.tell('end')) as { sent: number };
    t.true(sent > 0);
    await until(async () => (await stored('always.example')) >= sent, patience);
    t.is(await stored('always.example'), sent);
    t.deepEqual(unaccounted(await status()), { messages: 0, rows: 0, flows: 0, sinks: 0 });
    t.deepEqual((await status()).ledger.packets_dropped, { kernel: 0, interface: 0 });
    t.is((await settings())?.version, second.version);

    // A filter that is none for libpcap: the one before stays, and the collector hears why.
    const third = await put({ settings: { filter: 'host port' } });
    await until(async () => (await told())?.refused?.version === third.version, patience);
    t.is((await told())?.refused?.reason, 'cannot_apply');
    t.is((await told())?.held_version, second.version);

    // Settings that leave nothing over: the agent goes back by itself.
    await agent.tell('begin silenced.example');
    await until(async () => (await stored('silenced.example')) > 100, patience);
    const fourth = await put({ settings: { allow_clients: '203.0.113.0/24' } });
    await until(async () => (await told())?.refused?.version === fourth.version, patience);
    t.is((await told())?.refused?.reason, 'silent');
    t.is((await told())?.held_version, second.version);
    const after = (await status()).ledger.rows_stored;
    await until(async () => (await status()).ledger.rows_stored > after, patience);

    // Another key, which the one before vouches for.
    const pinned = (await settings())!.public_key;
    await api.call('POST /api/admin/agent-settings-key/rotate');
    const fifth = await put({ settings: { client_prefix_v4: '24' } });
    await until(async () => (await settings())?.version === fifth.version, patience);
    t.not((await settings())!.public_key, pinned);
    await until(async () => (await settings())?.on_trial === false, patience);
    await agent.tell('end');
    t.deepEqual(unaccounted(await status()), { messages: 0, rows: 0, flows: 0, sinks: 0 });

    // They are in force again after a restart, from the first packet on.
    t.deepEqual(await agent.tell('stop'), { ended: 0 });
    agent = startLoneAgent(t, [...options, ...open]);
    await until(async () => agent.said().includes('Capturing'), patience);
    t.is((await settings())?.version, fifth.version);
    t.is((await status()).treatment.client_prefix_v4, 24);
    t.deepEqual(await agent.tell('stop'), { ended: 0 });
  });
}
