import { join } from 'node:path';
import { RawBody } from '@sonde/client/raw-body.ts';
import { SondeClient } from '@sonde/client/sonde-client.ts';
import { type StartedCollector, startCollector } from '../../cli/programs/collector.ts';
import { killTree } from '../../cli/programs/kill-tree.ts';
import { findSeclusion } from '../../scanner/bench/lab/seclusion.ts';
import type { TrafficReport } from '../lab/traffic.ts';
import { badName } from '../lab/zones.ts';
import { startInside } from './inside-process.ts';
import type { InsideMessage } from './messages.ts';
import type { DemoOptions } from './options.ts';
import { showAnswers } from './show-answers.ts';

const rounds = 40;
const settleTries = 120;

/** Runs the whole demonstration and says what happens. Returns whether sent, captured and stored agree exactly. */
export async function runDemo(options: DemoOptions, directory: string): Promise<boolean> {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const seclusion = findSeclusion();
  const socket = `unix:${join(directory, 'collector.sock')}`;
  const keyFile = join(directory, 'agent-key');
  const launch = (adminKey?: string) =>
    startCollector({
      listen: ['127.0.0.1:0', socket],
      data: join(directory, 'data'),
      agentKeyFile: keyFile,
      logFile: join(directory, 'collector.log'),
      adminKey,
    });

  let collector: StartedCollector = await launch();
  const key = collector.newAdminKey ?? '';
  say(`The collector listens on ${collector.url} and ${socket}.`);
  const { promise: interrupted, resolve: onInterrupt } = Promise.withResolvers<'interrupted'>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => onInterrupt('interrupted'));
  try {
    await importIndicators(new SondeClient({ url: collector.url, key }));
    say(`The list of indicators contains ${badName}.`);

    let report: { traffic: TrafficReport; captured: number } | undefined;
    let restarting: Promise<void> | undefined;
    const restart = async () => {
      say('Killing the collector and its databases (SIGKILL), and starting them again ...');
      killTree(collector.program.pid);
      await collector.program.exited;
      collector = await launch();
      say('The collector runs again.');
    };
    const middle = rounds * 8;
    const onMessage = (message: InsideMessage) => {
      if (message.kind === 'progress') say(message.text);
      if (message.kind === 'done') report = message;
      if (message.kind === 'sent' && options.killCollector && message.count === middle)
        restarting = restart();
    };
    const where =
      seclusion.by.length > 0 ? 'its own network namespace' : 'the loopback interface of this machine';
    say(`Starting the closed network in ${where}.`);
    const task = { directory, plan: seclusion.plan, collector: socket, keyFile, rounds };
    const inside = startInside(seclusion, { ...task, pauseMs: options.killCollector ? 150 : 20 }, onMessage);
    const outcome = await Promise.race([inside.ended, interrupted]);
    if (outcome === 'interrupted') {
      say('Stopping.');
      inside.stop();
      await inside.ended;
      return false;
    }
    if ((await Promise.race([restarting, interrupted])) === 'interrupted') return false;
    if (outcome !== 0 || report === undefined) {
      say(`The closed network failed (exit code ${outcome}); see inside.log and agent.log in ${directory}.`);
      return false;
    }
    return await compare(report, new SondeClient({ url: collector.url, key }), say);
  } finally {
    await collector.program.stop(40_000);
  }
}

async function importIndicators(client: SondeClient): Promise<void> {
  await client.call('PUT /api/v1/threat-intel/indicators/{source}', {
    params: { source: 'demo' },
    query: { threat_type: 'malware', severity: 'critical' },
    body: new RawBody('text/plain', `${badName}\n`),
  });
}

async function compare(
  { traffic, captured }: { traffic: TrafficReport; captured: number },
  client: SondeClient,
  say: (text: string) => void,
): Promise<boolean> {
  let stored = -1;
  for (let attempt = 0; attempt < settleTries; attempt++) {
    stored = (await client.call('GET /api/v1/dns-monitoring/stats')).totals.queries;
    if (stored >= traffic.sent) break;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const bad = traffic.byKind['bad name'] ?? 0;
  const counted = await settledSightings(client, bad);
  await showAnswers(client, say);
  for (const surprise of traffic.surprises) say(`Unexpected answer: ${surprise}`);
  say('');
  for (const [kind, count] of Object.entries(traffic.byKind)) say(`  ${String(count).padStart(6)} ${kind}`);
  const agree = traffic.sent === captured && captured === stored;
  const sign = agree ? '=' : '≠';
  say('');
  say(`queries sent ${traffic.sent} ${sign} pairs captured ${captured} ${sign} rows stored ${stored}`);
  say(
    `queries for the listed name ${bad} ${bad === counted ? '=' : '≠'} queries counted in threats ${counted}`,
  );
  return agree && bad === counted && traffic.surprises.length === 0;
}

// Rows are examined when they are stored, a moment after they were accepted.
async function settledSightings(client: SondeClient, expected: number): Promise<number> {
  let counted = 0;
  for (let attempt = 0; attempt < settleTries; attempt++) {
    const { threats } = await client.call('GET /api/v1/dns-monitoring/threats');
    counted = threats.reduce((sum, { count, subject }) => sum + (subject === badName ? count : 0), 0);
    if (counted >= expected) break;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return counted;
}
