import { many } from '@sonde/shared/text/many.ts';
import type { Finding } from './finding.ts';
import type { Agents, Overview } from './overview.ts';

/** Seconds after which a sensor counts as silent: idle agents ship their ledger every minute. */
const silentSeconds = 600;
/** Seconds that accepted rows may wait: a busy collector stores them within a few. */
const mostLagSeconds = 60;
/** Names in one sentence. */
const mostNames = 10;
/** Of the packets of a run, or its messages: less is lost at a busy moment. */
const mostLostShare = 0.01;

/** Checks that rows reach the store, and none lies aside. */
export async function checkStore({ status: ask }: Overview): Promise<Finding[]> {
  const status = await ask();
  const { backlog, set_aside: aside, trouble } = status;
  const message = `${backlog.batches} batches wait, the oldest for ${Math.round(backlog.lag_seconds)} s. The store refused ${aside.batches} batches.`;
  if (trouble !== null) {
    const advice = `The store accepts no rows: ${trouble} Accepted batches wait on disk (docs/monitoring.md).`;
    return [{ check: 'store', state: 'wrong', message, advice }];
  }
  if (aside.batches > 0) {
    const advice = 'sonde aside list says why, sonde aside retry --all takes them up again.';
    return [{ check: 'store', state: 'wrong', message, advice }];
  }
  if (backlog.lag_seconds > mostLagSeconds) {
    const advice = 'The machine has too few processors or too slow a disk for the traffic (docs/sizing.md).';
    return [{ check: 'store', state: 'odd', message, advice }];
  }
  return [{ check: 'store', state: 'well', message }];
}

/** Checks that sensors are heard, are of the collector's version, and lose nothing. */
export async function checkSensors(overview: Overview): Promise<Finding[]> {
  const agents = await overview.agents();
  const { version } = await overview.status();
  const silent = agents.filter(({ last_seen: at }) => isSilent(at));
  const message = `${agents.length} sensors are known, ${silent.length} of them silent.`;
  if (agents.length === 0) {
    const advice = 'Start an agent: sonde agent run --collector URL --key-file FILE.';
    return [{ check: 'sensors', state: 'odd', message, advice }];
  }
  const named = (list: readonly { host: string; agent_id: string }[]): string =>
    names(list.map(({ host, agent_id: id }) => host || id));
  const findings: Finding[] = [];
  if (silent.length > 0) {
    const advice = `Silent for ten minutes: ${named(silent)}. Run sonde agent status on the machine to see the reason.`;
    findings.push({ check: 'sensors', state: 'odd', message, advice });
  } else findings.push({ check: 'sensors', state: 'well', message });

  const older = agents.filter(({ software }) => isOlder(software, version));
  if (older.length > 0) {
    const told = `${older.length} sensors are older than the collector (${version}).`;
    const advice = `The collector understands them. Upgrade them when you can: ${named(older)}.`;
    findings.push({ check: 'sensor versions', state: 'odd', message: told, advice });
  }
  const losing = agents.filter(({ runs: [run] }) => run !== undefined && losesMuch(run));
  if (losing.length > 0) {
    const told = `${losing.length} sensors lose packets, messages or batches in their current run.`;
    const advice = `${named(losing)}: sonde agent status on the machine shows the losses and their cause; the page Agents of the dashboard shows since when.`;
    findings.push({ check: 'sensor losses', state: 'odd', message: told, advice });
  }
  return findings;
}

function losesMuch({
  missing_batches: missing,
  rejected_rows: rejected,
  ledger,
}: Agents[number]['runs'][number]) {
  const lost = (counts: Readonly<Record<string, number>>): number =>
    Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    missing > 0 ||
    rejected > 0 ||
    lost(ledger.rows_dropped) > 0 ||
    lost(ledger.packets_dropped) > mostLostShare * ledger.packets_captured ||
    lost(ledger.messages_dropped) > mostLostShare * ledger.messages_seen
  );
}

/** Checks that each location is heard from. */
export async function checkLocations(overview: Overview): Promise<Finding[]> {
  const agents = await overview.agents();
  const quiet: string[] = [];
  let count = 0;
  for await (const { id, location_name: name } of overview.locations()) {
    count++;
    const heard = agents.filter(({ location_id: location }) => location === id);
    if (heard.every(({ last_seen: at }) => isSilent(at)))
      quiet.push(heard.length === 0 ? `${name} (never heard)` : name);
  }
  const message = `${count} locations, ${quiet.length} of them silent.`;
  if (quiet.length === 0) return [{ check: 'locations', state: 'well', message }];
  const advice = `No data for ten minutes from ${names(quiet)}. Check that an agent runs there with the location's key, and that it can reach this address.`;
  return [{ check: 'locations', state: 'odd', message, advice }];
}

/** Checks that threat feeds and datasets are there and fresh. */
export async function checkFeeds({ client }: Overview): Promise<Finding[]> {
  const { feeds } = await client.call('GET /api/v1/threat-intel/feeds');
  const { datasets } = await client.call('GET /api/v1/datasets');
  return [
    ...fetched(
      'feeds',
      feeds.filter(({ is_enabled: on }) => on),
      'sonde feeds',
    ),
    ...fetched(
      'datasets',
      datasets.filter(({ is_enabled: on }) => on),
      'sonde datasets',
    ),
  ];
}

function fetched(
  check: string,
  list: readonly { id: string; status: string; note: string | null }[],
  command: string,
): Finding[] {
  if (list.length === 0) {
    const message = `No ${check} are enabled.`;
    return [{ check, state: 'well', message }];
  }
  const bad = list.filter(({ status }) => status !== 'active' && status !== 'pending');
  const message = `${list.length} ${check} are enabled, ${bad.length} of them have problems.`;
  if (bad.length === 0) return [{ check, state: 'well', message }];
  const reasons = bad.slice(0, mostNames).map(({ id, status, note }) => `${id}: ${note ?? status}`);
  return [{ check, state: 'odd', message, advice: `${reasons.join(' ')} ${command} lists them.` }];
}

/** Checks that sinks keep up and lose nothing. */
export async function checkSinks({ client }: Overview): Promise<Finding[]> {
  const { sinks } = await client.call('GET /api/admin/sinks');
  if (sinks.length === 0) return [];
  const failing = sinks.filter(({ state }) => state === 'failing');
  const losing = sinks.filter(({ lost }) => lost > 0);
  const message = `${sinks.length} sinks, ${failing.length} of them failing, ${losing.length} with rows lost.`;
  if (failing.length === 0 && losing.length === 0) return [{ check: 'sinks', state: 'well', message }];
  const told = [
    ...failing.map(({ name, last_error: error }) => `${name}: ${error ?? 'no answer'}`),
    ...losing.map(
      ({ name, lost }) => `${name}: ${lost} were removed before the sink received them (SONDE_SINK_BYTES)`,
    ),
  ];
  return [{ check: 'sinks', state: 'odd', message, advice: `${told.slice(0, mostNames).join('; ')}.` }];
}

/** Checks that the collector gets its next certificate, where that is for itself to do. */
export async function checkRenewal({ client }: Overview): Promise<Finding[]> {
  const state = await client.call('GET /api/admin/certificate');
  if (state.source !== 'acme') return [];
  const check = 'renewal';
  if (state.failures === 0 && !state.temporary) {
    const renews = state.renews_at?.slice(0, 10) ?? 'in time';
    const message = `The certificate of ${state.issuer ?? 'an authority'} expires on ${state.ends_at?.slice(0, 10)} and is renewed on ${renews}.`;
    return [{ check, state: 'well', message }];
  }
  if (state.failures === 0) {
    const message = 'The collector has requested its first certificate, and has not received it yet.';
    return [
      {
        check,
        state: 'odd',
        message,
        advice: 'Until then, the collector serves a certificate that no client trusts.',
      },
    ];
  }
  const message = `The authority issued no certificate ${many(state.failures, 'time')} in a row: ${state.last_failure}`;
  const advice =
    'Check that the names lead to the collector, on port 443 for tls-alpn-01 or port 80 for http-01. sonde certificate renew tries again at once.';
  return [{ check, state: 'wrong', message, advice }];
}

function isSilent(lastSeen: string): boolean {
  return Date.now() - Date.parse(lastSeen) > silentSeconds * 1_000;
}

/** `sonde-agent 0.1.0` is older than a collector of 0.2.0; software of others is not compared. */
function isOlder(software: string, version: string): boolean {
  const [, told] = /^sonde-\w+ (\d+\.\d+\.\d+)/.exec(software) ?? [];
  if (told === undefined) return false;
  const [own, others] = [version, told].map((text) => text.split('.').map(Number)) as [number[], number[]];
  for (const [index, number] of own.entries())
    if (number !== others[index]) return (others[index] ?? 0) < number;
  return false;
}

function names(all: readonly string[]): string {
  const more = all.length - mostNames;
  return `${all.slice(0, mostNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
