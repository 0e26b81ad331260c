import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SondeClient } from '@sonde/client/sonde-client.ts';
import { type StartedCollector, startCollector } from '../programs/collector.ts';
import { socketFetch } from '../programs/socket-fetch.ts';
import { type AgentSupervisor, superviseAgent } from './agent-supervisor.ts';
import { consoleKey } from './console-key.ts';
import { openRunRecord, type RunRecord } from './leftovers.ts';
import type { StartOptions } from './options.ts';
import { tellFeeds } from './tell-feeds.ts';
import { tellTraffic } from './tell-traffic.ts';

const agentStopMs = 15_000;
const collectorStopMs = 40_000;
/** Octets that the path of a Unix socket may have on every system (`sockaddr_un`). */
const longestSocketPath = 103;

/** Runs the collector and the agent until it is asked to stop or the collector ends. Returns the exit code. */
export async function runSonde(options: StartOptions, stopRequested: Promise<void>): Promise<number> {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const complain = (error: unknown) =>
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  let record: RunRecord;
  try {
    mkdirSync(options.data, { recursive: true, mode: 0o700 });
    record = await openRunRecord(options.data, say);
  } catch (error) {
    complain(error);
    return 1;
  }
  const socket = ownSocket(options.data);
  try {
    return await runPrograms(options, { stopRequested, say, record, socket });
  } catch (error) {
    complain(error);
    return 1;
  } finally {
    if (dirname(socket) !== options.data) rmSync(dirname(socket), { recursive: true, force: true });
    record.close();
  }
}

interface Run {
  readonly stopRequested: Promise<void>;
  readonly say: (text: string) => void;
  readonly record: RunRecord;
  readonly socket: string;
}

async function runPrograms(
  options: StartOptions,
  { stopRequested, say, record, socket }: Run,
): Promise<number> {
  const agentKeyFile = join(options.data, 'agent', 'key');
  // Once for each program, however often its log fails.
  const tellLoss = (program: string) => {
    let isTold = false;
    return (reason: string) => {
      if (!isTold) say(`The log of the ${program} can't be written, so lines are lost: ${reason}`);
      isTold = true;
    };
  };
  say(`Starting the collector; its data is in ${options.data}.`);
  const collector: StartedCollector = await startCollector({
    // The agent and this console ask on a socket of their own: whatever certificate or address the others have.
    listen: [...options.listen, `unix:${socket}`],
    data: options.data,
    noFeeds: options.noFeeds,
    openSources: true,
    adminKey: options.adminKey,
    setupLink: options.setupLink ? 'always' : 'once',
    agentKeyFile: options.agent ? agentKeyFile : undefined,
    logFile: join(options.data, 'logs', 'collector.log'),
    onLogLoss: tellLoss('collector'),
    onStart: (pid) => record.add('collector', pid),
  });
  const { program, url, newAdminKey, setupLink, advice } = collector;
  for (const sentence of advice) say(sentence);
  if (newAdminKey !== undefined) say(`The administrator's API key, shown this once: ${newAdminKey}`);
  say(`Sonde listens on ${url} (its documentation: ${url}/docs).`);
  if (setupLink !== undefined) say(`Open this link within an hour, and set your password: ${setupLink}`);

  const connect = (key: string) =>
    new SondeClient({ url: 'http://collector', key, retries: 0, fetch: socketFetch(socket) });
  let agent: AgentSupervisor | undefined;
  if (options.agent) {
    agent = superviseAgent(
      {
        collector: `unix:${socket}`,
        keyFile: agentKeyFile,
        state: join(options.data, 'agent'),
        logFile: join(options.data, 'logs', 'agent.log'),
        onLogLoss: tellLoss('agent'),
      },
      { say, onStart: (pid) => record.add('agent', pid) },
    );
  }
  let stopTelling = (): void => {};
  try {
    const key = await consoleKey(options.data, connect, newAdminKey ?? options.adminKey);
    if (key !== undefined) {
      await tellFeeds(connect(key), say);
      stopTelling = tellTraffic(connect(key), say);
    }
  } catch (error) {
    say(
      `This console can't query the collector, and shows no traffic: ${error instanceof Error ? error.message : error}`,
    );
  }

  const endedWith = await Promise.race([stopRequested, program.exited]);
  stopTelling();
  if (endedWith !== undefined) {
    process.stderr.write(
      `The collector ended (exit code ${endedWith}); see ${options.data}/logs/collector.log.\n`,
    );
    await agent?.stop(agentStopMs);
    return endedWith || 1;
  }
  say('Stopping.');
  // The agent first, so that what it still holds finds the collector.
  await agent?.stop(agentStopMs);
  return program.stop(collectorStopMs);
}

/** In the data directory, where nobody else comes; a path that is too long moves to a directory of its own. */
function ownSocket(data: string): string {
  const path = join(data, 'collector.sock');
  return Buffer.byteLength(path) <= longestSocketPath
    ? path
    : join(mkdtempSync(join(tmpdir(), 'sonde-')), 'collector.sock');
}
