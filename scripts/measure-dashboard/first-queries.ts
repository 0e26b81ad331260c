import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { encode } from 'dns-packet';
import { openBrowser } from '../../test/support/dashboard/open-browser.ts';
import { freePort } from '../../test/support/free-port.ts';
import type { Endings } from './run.ts';

export interface FirstQueries {
  readonly modules: 'kept' | 'fetched';
  /** Seconds from the command: to the printed link, the page, the first packet told there, and a live query in it. */
  readonly link: number;
  readonly page: number;
  readonly agent: number;
  readonly query: number;
}

/**
 * Clones this repository, starts it as the README says, opens the link that is printed and sets the password, while DNS queries go
 * over the loopback: the seconds until one of them is on the screen. Packages are those of this folder, or fetched anew.
 */
export async function measureFirstQueries(fetches: boolean, run: Endings): Promise<FirstQueries> {
  const here = new URL('../..', import.meta.url).pathname;
  const directory = await mkdtemp(join(tmpdir(), 'sonde-first-'));
  run.teardown(() => rm(directory, { recursive: true, force: true }));
  const clone = join(directory, 'sonde');
  const cloning = spawn('git', ['clone', '--quiet', '--no-hardlinks', here, clone], { stdio: 'inherit' });
  if ((await once(cloning, 'exit'))[0] !== 0) throw new Error('The repository can not be cloned');
  if (!fetches) {
    for (const part of ['node_modules', '.runtime']) {
      await cp(join(here, part), join(clone, part), { recursive: true, verbatimSymlinks: true });
    }
  }
  const browser = await openBrowser(run);
  const page = await browser.newPage({ locale: 'en-GB' });
  const port = await freePort();
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 100) / 10;
  const started = spawn('npm', ['start', '--', '--listen', `127.0.0.1:${port}`], {
    cwd: clone,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(started, 'exit');
  run.teardown(async () => {
    // The group: npm, the launcher, the collector and its engines.
    if (started.exitCode === null) process.kill(-started.pid!, 'SIGTERM');
    await exited;
  });
  const address = await printedLink(started.stdout);
  const link = seconds();
  const stopAsking = keepAsking();
  run.teardown(stopAsking);
  await page.goto(address);
  const opened = seconds();
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await page.getByLabel('New password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('.milestones > li.done').first().waitFor({ timeout: 120_000 });
  const agent = seconds();
  await page.locator('td .name', { hasText: 'first-query.example' }).first().waitFor({ timeout: 120_000 });
  return { modules: fetches ? 'fetched' : 'kept', link, page: opened, agent, query: seconds() };
}

async function printedLink(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [found] = /https?:\/\/\S+\/setup#\S+/.exec(line) ?? [];
    if (found === undefined) continue;
    // What comes later is nobody's, and must not fill the pipe.
    output.resume();
    return found;
  }
  throw new Error('sonde start ended without a link');
}

/** Asks the loopback a DNS query each 100 ms; whether anybody answers does not matter. */
function keepAsking(): () => void {
  const socket = createSocket('udp4');
  socket.on('error', () => {});
  let id = 0;
  const timer = setInterval(() => {
    const name = `${++id}.first-query.example`;
    socket.send(
      encode({ type: 'query', id: id % 65_536, flags: 256, questions: [{ type: 'A', name }] }),
      53,
      '127.0.0.1',
    );
  }, 100);
  return () => {
    clearInterval(timer);
    socket.close();
  };
}
