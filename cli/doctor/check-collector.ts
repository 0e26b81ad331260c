import type { SondeClient } from '@sonde/client/sonde-client.ts';
import { SondeError } from '@sonde/client/sonde-error.ts';
import { explainError } from '../api/explain-error.ts';
import packageFile from '../package.json' with { type: 'json' };
import {
  checkFeeds,
  checkLocations,
  checkRenewal,
  checkSensors,
  checkSinks,
  checkStore,
} from './check-parts.ts';
import { checkPort } from './check-port.ts';
import { checkTls } from './check-tls.ts';
import { clockFinding } from './clock-finding.ts';
import type { Finding } from './finding.ts';
import { createOverview, type Overview } from './overview.ts';

/** Each check of what a collector keeps, by the name of its finding. */
const checks: readonly (readonly [string, (overview: Overview) => Promise<Finding[]>])[] = [
  ['version', checkVersion],
  ['renewal', checkRenewal],
  ['store', checkStore],
  ['sensors', checkSensors],
  ['locations', checkLocations],
  ['feeds', checkFeeds],
  ['sinks', checkSinks],
];

/**
 * Checks the collector: that it is ready, its certificate, its clock, the key, its store, the sensors and locations that it
 * hears, its feeds and its sinks.
 */
export async function checkCollector(url: string, client: SondeClient): Promise<Finding[]> {
  const tls = await checkTls(url);
  const ready = await checkReady(url, client);
  if (ready.state === 'wrong') {
    // Something that speaks TLS is there: only its certificate is not believed.
    if (tls.some(({ state }) => state === 'wrong'))
      return [{ ...ready, advice: 'The certificate is the reason: see below.' }, ...tls];
    return [ready, ...tls, ...(await checkPort(url))];
  }
  const findings = [ready, ...tls, await checkClock(url)];
  if (!client.hasKey) {
    const advice = 'Set SONDE_KEY, or name a file with --key-file.';
    return [...findings, { check: 'key', state: 'odd', message: 'No API key is given.', advice }];
  }
  try {
    const { user } = await client.call('GET /api/auth/me');
    findings.push({ check: 'key', state: 'well', message: `The key belongs to ${user.email}.` });
  } catch (error) {
    findings.push({ check: 'key', state: 'wrong', message: sentence(error), advice: 'Check SONDE_KEY.' });
    return findings;
  }
  const overview = createOverview(client);
  for (const [check, look] of checks) {
    const found = await look(overview).catch((error: unknown): Finding[] => {
      // What a key is not for is no fault of the installation, nor is what an older collector does not know.
      if (error instanceof SondeError && (error.status === 403 || error.code === 'unknown_route')) return [];
      return [{ check, state: 'wrong', message: sentence(error) }];
    });
    findings.push(...found);
  }
  return findings;
}

async function checkReady(url: string, client: SondeClient): Promise<Finding> {
  try {
    const { checks: services, warnings = [] } = await client.readiness();
    const message = `${url} is ready (${services.join(', ')}).`;
    if (warnings.length === 0) return { check: 'collector', state: 'well', message };
    return { check: 'collector', state: 'odd', message, advice: warnings.join(' ') };
  } catch (error) {
    const advice = `Check that the collector runs. sonde start runs a collector here; its log is logs/collector.log in the data directory. The log of an installed service: journalctl -u sonde-collector.`;
    return { check: 'collector', state: 'wrong', message: sentence(error), advice };
  }
}

async function checkVersion({ status }: Overview): Promise<Finding[]> {
  const { version } = await status();
  const message = `The collector has version ${version}, this command has version ${packageFile.version}.`;
  if (version === packageFile.version) return [{ check: 'version', state: 'well', message }];
  return [
    {
      check: 'version',
      state: 'odd',
      message,
      advice: 'Use the same version. Otherwise some answers are incomplete.',
    },
  ];
}

async function checkClock(url: string): Promise<Finding> {
  const before = Date.now();
  const response = await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(10_000) });
  await response.text();
  const told = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(told))
    return { check: 'clock', state: 'well', message: 'The collector does not report its time.' };
  // The header has whole seconds, and the answer took some time.
  const middle = (before + Date.now()) / 2;
  const apart = Math.max(0, Math.abs(told + 500 - middle) - 500);
  return clockFinding('clock', apart, 'The clocks');
}

function sentence(error: unknown): string {
  return explainError(error)?.message ?? (error instanceof Error ? error.message : String(error));
}
