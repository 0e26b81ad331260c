import type { Registration } from '../config/registration.ts';
import { type Finding, odd, well, wrong } from './finding.ts';

const patience = 10_000;
/** Milliseconds that two clocks may differ. */
const clockTolerance = 5_000;

/** Checks whether the collector can be reached, agrees on the time, and knows our keys. */
export async function checkCollector(collector: string, { api_keys }: Registration): Promise<Finding[]> {
  const url = new URL('/api/v1/unbound/stats?limit=1', collector);
  const findings: Finding[] = [];
  let clock: number | undefined;
  for (const [module, key] of Object.entries(api_keys)) {
    try {
      const response = await fetch(url, {
        headers: { authorization: `Bearer ${key}` },
        redirect: 'error',
        signal: AbortSignal.timeout(patience),
      });
      await response.body?.cancel();
      clock ??= Date.parse(response.headers.get('date') ?? '') - Date.now();
      findings.push(keyFinding(module, response.status));
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const why = cause instanceof Error ? cause.message : String(cause);
      const advice = 'Check the setting collector and the firewalls, and that the collector is running.';
      return [wrong('collector', `${collector} cannot be reached: ${why}`, advice)];
    }
  }
  return [well('collector', `${collector} answers.`), clockFinding(clock), ...findings];
}

function keyFinding(module: string, status: number): Finding {
  const check = `key of ${module}`;
  if (status === 200) return well(check, 'The collector accepts the key.');
  if (status === 401 || status === 403) {
    const advice =
      'The resolver was deleted, or its keys were revoked. Run "sonde-resolver register --force".';
    return wrong(check, `The collector refuses the key (${status}).`, advice);
  }
  return wrong(check, `The collector answers ${status}.`, "See the collector's log.");
}

function clockFinding(ahead: number | undefined): Finding {
  if (ahead === undefined || Number.isNaN(ahead)) {
    return odd(
      'clock',
      'The response of the collector has no date.',
      'Check that the address is that of a collector.',
    );
  }
  const seconds = Math.round(ahead / 1_000);
  if (Math.abs(ahead) <= clockTolerance) return well('clock', "The clock agrees with the collector's clock.");
  const advice = 'Synchronize both clocks with NTP. Queries are stored under the time of this machine.';
  return wrong(
    'clock',
    `The collector's clock is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead'}.`,
    advice,
  );
}
