import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import test from 'ava';
import { dataDirectory, type Running, start } from '../e2e/sonde.ts';
import { freePort } from '../support/free-port.ts';
import { readCommands, rootDirectory } from './read-blocks.ts';

const shell = promisify(execFile);

/** Commands that other tests run as they are. */
const elsewhere = new Map([['npm run demo', 'test/e2e/demo.test.ts']]);

test('every command of the README does what the README says', async (t) => {
  t.timeout(180_000);
  const data = dataDirectory(t);
  const url = `http://127.0.0.1:${await freePort()}`;
  const keyFile = `${data}-location.key`;
  mkdirSync(data, { recursive: true });
  writeFileSync(`${data}-bad-names.txt`, 'malware.example\n');

  let key = '';
  let sonde: Running | undefined;
  let agent: Running | undefined;
  // What the README leaves to the reader, and what would reach for the machine's own places.
  const here = (command: string) =>
    command
      .replaceAll('http://127.0.0.1:8080', url)
      .replaceAll('https://collector.example.net', url)
      .replaceAll('/etc/sonde/location.key', keyFile)
      .replaceAll('bad-names.txt', `${data}-bad-names.txt`);
  const state = `SONDE_AGENT_STATE=${data}-agent`;

  for (const command of readCommands('README.md')) {
    t.log(command);
    if (elsewhere.has(command)) continue;
    if (command === 'npm start') {
      sonde = start(t, [...command.split(' '), '--', '--no-agent', '--listen', url.slice(7), '--data', data]);
      key = (await sonde.waitFor(/shown this once: (\S+)/))[1]!;
      await sonde.waitFor(/Sonde listens on/);
    } else if (command.startsWith('./sonde agent run ')) {
      agent = start(t, ['env', state, ...here(command).split(' ')]);
      await agent.waitFor(/Capturing on /);
    } else {
      const env = { ...process.env, SONDE_KEY: key, SONDE_URL: url };
      const { stdout } = await shell('bash', ['-c', here(command)], { cwd: rootDirectory, env });
      t.notRegex(stdout, /"error"/);
      const locationKey = /"api_key":"([^"]+)"/.exec(stdout)?.[1];
      if (locationKey !== undefined) writeFileSync(keyFile, locationKey, { mode: 0o600 });
    }
  }
  t.is(await agent?.stop(), 0);
  t.is(await sonde?.stop(), 0);
});

test('commands in the text of the README work', async (t) => {
  const { stdout: help } = await shell('npm', ['start', '--', '--help'], { cwd: rootDirectory });
  t.regex(help, /--no-agent/);
  const { stdout: agentHelp } = await shell('./sonde', ['agent', '--help'], { cwd: rootDirectory });
  t.regex(agentHelp, /status/);
  const { stdout: testHelp } = await shell('npm', ['test', '--', '--help'], { cwd: rootDirectory });
  t.regex(testHelp, /--unit/);
});
