import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { mostKeys } from '../../collector/domain/people/accounts/api-keys.ts';
import { attemptLimits, windowSeconds } from '../../collector/domain/people/accounts/log-in.ts';
import { mostRegistrations } from '../../collector/domain/people/accounts/register.ts';
import { tokenSeconds } from '../../collector/domain/people/accounts/tokens.ts';
import { requestsPerDay } from '../../collector/domain/people/quota/tier-limits.ts';
import { endpoints } from '../../collector/endpoints/index.ts';
import { queryLimits } from '../../collector/graphql/query-limits.ts';
import { maxRooms } from '../../collector/socket/handle-connection.ts';
import { startTestCollector } from '../support/ingest/running-collector.ts';
import { readCommands, rootDirectory } from './read-blocks.ts';

const shell = promisify(execFile);
const page = readFileSync(join(rootDirectory, 'docs/api.md'), 'utf8').replaceAll(/\s+/g, ' ');
const number = (value: number) => value.toLocaleString('en');

test('the limits that docs/api.md tells are those that are', (t) => {
  for (const [tier, limit] of Object.entries(requestsPerDay)) {
    const row = new RegExp(`\\| ${tier}[^|]*\\| ${limit === undefined ? 'unlimited' : number(limit)} \\|`);
    t.regex(page, row);
  }
  t.is(windowSeconds, 900);
  t.is(tokenSeconds, 12 * 3_600);
  for (const sentence of [
    `wrong passwords from one address for one account | ${attemptLimits.pair} |`,
    `login attempts from one address | ${attemptLimits.address} |`,
    `login attempts for one account, from all addresses | ${attemptLimits.account} |`,
    `registrations from one address | ${mostRegistrations} |`,
    `at most ${mostKeys} keys of its own`,
    `${number(queryLimits.tokens)} tokens, ${queryLimits.aliases} aliases and ${queryLimits.depth} levels`,
    `ask for ${number(queryLimits.cost)} fields`,
    `subscriptions of a connection | ${maxRooms} |`,
  ]) {
    t.true(page.includes(sentence), sentence);
  }
  const costs = endpoints.filter(({ path }) => path !== '/api/scan').map(({ cost }) => cost ?? 1);
  t.is(Math.max(...costs.filter((cost) => cost < 10)), 8);
  t.is(endpoints.find(({ path }) => path === '/api/scan')?.cost, 5);
  t.is(endpoints.find(({ path }) => path.endsWith('/replay'))?.cost, 100);
});

test('the calls of docs/api.md do what they say', async (t) => {
  t.timeout(120_000);
  const { url } = await startTestCollector(t);
  const commands = readCommands('docs/api.md').map((command) => command.replaceAll('curl ', 'curl -sS '));
  t.true(commands.length >= 5);
  const script = [`api=${url}/api`, ...commands.map((command) => `${command} && echo`)].join('\n');
  const { stdout } = await shell('bash', ['-e', '-c', script]);
  const answers = stdout.split('\n').filter((line) => line.startsWith('{'));
  t.notRegex(stdout, /"error"/);
  t.is(answers.length, commands.length - 1);
  t.like(JSON.parse(answers[0]!), { success: true, user: { email: 'ada@example.com' } });
  t.like(JSON.parse(answers[1]!), { user: { email: 'ada@example.com', tier: 'free' } });
  t.regex(JSON.parse(answers[2]!).api_key, /^sonde_key_/);
  t.like(JSON.parse(answers[3]!), { data: { statistics: { totalDomains: 0 } } });
});
