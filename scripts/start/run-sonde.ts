import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type StartedCollector, startCollector } from '../programs/collector.ts';
import { type AgentSupervisor, superviseAgent } from './agent-supervisor.ts';
import { consoleKey } from './console-key.ts';
import type { StartOptions } from './options.ts';
import { tellTraffic } from './tell-traffic.ts';

const agentStopMs = 15_000;
const collectorStopMs = 40_000;

/** Runs the collector and the agent until it is asked to stop or the collector ends. Returns the exit code. */
export async function runSonde(options: StartOptions, stopRequested: Promise<void>): Promise<number> {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  mkdirSync(options.data, { recursive: true, mode: 0o700 });
  const agentKeyFile = join(options.data, 'agent', 'key');
  say(`Starting the collector; its data is in ${options.data}.`);
  let collector: StartedCollector;
  try {
    collector = await startCollector({
      listen: options.listen,
      data: options.data,
      adminKey: options.adminKey,
      agentKeyFile: options.agent ? agentKeyFile : undefined,
      logFile: join(options.data, 'logs', 'collector.log'),
    });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return 1;
  }
  const { program, url, newAdminKey } = collector;
  if (newAdminKey !== undefined) say(`The administrator's API key, shown this once: ${newAdminKey}`);
  say(`Sonde listens on ${url} (its documentation: ${url}/docs).`);

  let agent: AgentSupervisor | undefined;
  if (options.agent) {
    agent = superviseAgent(
      {
        collector: url,
        keyFile: agentKeyFile,
        state: join(options.data, 'agent'),
        logFile: join(options.data, 'logs', 'agent.log'),
      },
      say,
    );
  }
  const key = await consoleKey(options.data, url, options.adminKey ?? newAdminKey);
  const stopTelling = key === undefined ? () => {} : tellTraffic(url, key, say);

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
