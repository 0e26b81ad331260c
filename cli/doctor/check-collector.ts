import type { SondeClient } from '@sonde/client/sonde-client.ts';
import { explainError } from '../api/explain-error.ts';
import type { Finding } from './finding.ts';

/** Seconds that two clocks may be apart before rows land in the wrong hour of a chart. */
const mostSeconds = 5;
/** Seconds after which a sensor counts as silent: idle agents ship their ledger every minute. */
const silentSeconds = 600;

/** Checks the collector: that it is ready, its clock, the key, and the sensors that it hears. */
export async function checkCollector(url: string, client: SondeClient): Promise<Finding[]> {
  const ready = await checkReady(url, client);
  if (ready.state === 'wrong') return [ready];
  const findings = [ready, await checkClock(url)];
  if (!client.hasKey) {
    const advice = 'Set SONDE_KEY, or name a file by --key-file.';
    return [...findings, { check: 'key', state: 'odd', message: 'No API key is given.', advice }];
  }
  try {
    const { user } = await client.call('GET /api/auth/me');
    findings.push({ check: 'key', state: 'well', message: `The key is that of ${user.email}.` });
    findings.push(await checkSensors(client));
  } catch (error) {
    findings.push({ check: 'key', state: 'wrong', message: sentence(error), advice: 'Check SONDE_KEY.' });
  }
  return findings;
}

async function checkReady(url: string, client: SondeClient): Promise<Finding> {
  try {
    const { checks, warnings = [] } = await client.readiness();
    const message = `${url} is ready (${checks.join(', ')}).`;
    if (warnings.length === 0) return { check: 'collector', state: 'well', message };
    return { check: 'collector', state: 'odd', message, advice: warnings.join(' ') };
  } catch (error) {
    const advice = `Is it started? sonde start runs one here; its log lies in logs/collector.log of its data directory.`;
    return { check: 'collector', state: 'wrong', message: sentence(error), advice };
  }
}

async function checkClock(url: string): Promise<Finding> {
  const before = Date.now();
  const response = await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(10_000) });
  await response.text();
  const told = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(told))
    return { check: 'clock', state: 'well', message: 'The collector tells no time to compare with.' };
  // The header has whole seconds, and the answer took some time.
  const middle = (before + Date.now()) / 2;
  const apart = Math.max(0, Math.abs(told + 500 - middle) / 1_000 - 0.5);
  const message = `The clocks are ${apart.toFixed(1)} s apart.`;
  if (apart <= mostSeconds) return { check: 'clock', state: 'well', message };
  const advice = 'Let both machines take their time from the network (NTP).';
  return { check: 'clock', state: 'wrong', message, advice };
}

async function checkSensors(client: SondeClient): Promise<Finding> {
  const { agents } = await client.call('GET /api/v1/dns-monitoring/agents', { query: { runs: 1 } });
  const silent = agents.filter(({ last_seen: at }) => Date.now() - Date.parse(at) > silentSeconds * 1_000);
  const message = `${agents.length} sensors are known, ${silent.length} of them silent.`;
  if (agents.length > 0 && silent.length === 0) return { check: 'sensors', state: 'well', message };
  const names = silent.map(({ host, agent_id: id }) => host || id).slice(0, 10);
  const advice =
    agents.length === 0
      ? 'Start one: sonde agent run --collector URL --key-file FILE.'
      : `Silent for ten minutes: ${names.join(', ')}. sonde agent status on the machine says why.`;
  return { check: 'sensors', state: 'odd', message, advice };
}

function sentence(error: unknown): string {
  return explainError(error)?.message ?? (error instanceof Error ? error.message : String(error));
}
