import { z } from 'zod';
import { type Finding, odd, well, wrong } from './finding.ts';

const counts = z.record(z.string(), z.number());
const moduleSchema = z.looseObject({ state: z.string(), last_failure: z.string().nullish() });

/** What of the status matters here. */
const statusSchema = z.object({
  pid: z.number(),
  dnstap: z.object({
    frames: z.number(),
    connectionsOpen: z.number(),
    connectionsRefused: counts,
    malformed: counts,
    streamFaults: counts,
  }),
  resolver: z
    .object({ queries: z.number().nullable(), frames_lost: z.number(), last_failure: z.string().nullable() })
    .nullable(),
  modules: z.record(z.string(), moduleSchema),
});
const policySchema = z.object({
  policy_version: z.number().nullable(),
  serving: z.boolean(),
  rolled_back: z.object({ from: z.number(), why: z.string() }).nullable(),
  rules_not_enforceable: z.record(z.string(), z.string()),
  last_fault: z.string().nullable(),
  transfers: z.object({
    fullTransfers: z.number(),
    incrementalTransfers: z.number(),
    notAllowed: z.number(),
    badSignatures: z.number(),
  }),
});
const rowsSchema = z.object({
  unaccounted: z.object({ messages: z.number(), rows: z.number() }),
  delivery: z.object({
    spool: z.object({ rows: z.number(), bytes: z.number(), maxBytes: z.number() }),
    lastError: z.string().optional(),
    collectors: z.array(z.object({ condition: z.string() })),
  }),
});

/** Checks the running daemon by its own status. */
export function checkDaemon(status: unknown, fetchesZone: boolean): Finding[] {
  if (status === undefined) {
    const advice = 'Start it: "sonde-resolver run", or "systemctl start sonde-resolver".';
    return [wrong('daemon', 'No sonde-resolver runs on this state directory.', advice)];
  }
  const { data } = statusSchema.safeParse(status);
  if (data === undefined) {
    return [
      wrong('daemon', 'It answers what we do not understand.', 'Is it of another version? Restart it.'),
    ];
  }
  const findings: Finding[] = [well('daemon', `It runs as process ${data.pid}.`), dnstapFinding(data.dnstap)];
  const malformed = sum(data.dnstap.malformed) + sum(data.dnstap.streamFaults);
  if (malformed > 0) {
    findings.push(
      odd(
        'dnstap',
        `${malformed} frames or streams were malformed.`,
        'Does anything but the resolver write there?',
      ),
    );
  }
  if (sum(data.dnstap.connectionsRefused) > 0) {
    findings.push(odd('dnstap', 'Writers were turned away.', 'Look at dnstap_from, and at who connects.'));
  }
  if (data.resolver !== null) findings.push(countersFinding(data.resolver));
  for (const [name, module] of Object.entries(data.modules)) {
    if (module.state !== 'running') {
      findings.push(
        wrong(
          `module ${name}`,
          `It does not run: ${module.last_failure ?? 'no reason given'}`,
          'It is started again by itself; mend the reason.',
        ),
      );
    } else if (name === 'policy') findings.push(...policyFindings(module, fetchesZone));
    else if (name === 'rows') findings.push(rowsFinding(module));
    else findings.push(well(`module ${name}`, 'It runs.'));
  }
  return findings;
}

function dnstapFinding({ frames, connectionsOpen }: { frames: number; connectionsOpen: number }): Finding {
  if (frames > 0 && connectionsOpen > 0) return well('dnstap', `${frames} frames have come.`);
  if (connectionsOpen > 0) {
    return odd(
      'dnstap',
      'A writer is connected, but no frame has come.',
      'Ask the resolver something; some gather frames for a second.',
    );
  }
  const advice =
    'Is the configuration that "setup" wrote included, and was the resolver restarted since? A reload does not take dnstap.';
  return wrong('dnstap', 'No resolver is connected.', advice);
}

function countersFinding({
  queries,
  frames_lost: lost,
  last_failure: failure,
}: z.infer<typeof statusSchema>['resolver'] & object): Finding {
  const check = "resolver's counters";
  if (queries === null) {
    return wrong(
      check,
      `They cannot be read: ${failure ?? 'not yet'}`,
      'Look at the setting counters, and whether we may ask.',
    );
  }
  if (lost === 0) return well(check, 'No frame of dnstap was lost.');
  return odd(
    check,
    `About ${lost} frames of dnstap were lost.`,
    "Make the resolver's dnstap queues larger, as setup does.",
  );
}

function policyFindings(module: object, fetchesZone: boolean): Finding[] {
  const { data } = policySchema.safeParse(module);
  if (data === undefined)
    return [odd('module policy', 'Its status is not understood.', 'Restart the daemon.')];
  const { transfers } = data;
  const findings: Finding[] = [];
  if (!data.serving) {
    const advice = 'Wait for the collector, or look at last_fault in the status.';
    findings.push(wrong('policy', `There is no policy yet. ${data.last_fault ?? ''}`.trim(), advice));
  } else findings.push(well('policy', `Version ${data.policy_version} is in force.`));
  if (data.serving && fetchesZone && transfers.fullTransfers + transfers.incrementalTransfers === 0) {
    const advice =
      transfers.notAllowed + transfers.badSignatures > 0
        ? 'It was turned away: look at its address and the TSIG key.'
        : 'Is the policy zone in its configuration, with our address and port as primary?';
    findings.push(wrong('policy zone', 'No resolver has fetched it.', advice));
  }
  if (data.rolled_back !== null) {
    const { from, why } = data.rolled_back;
    findings.push(
      odd('policy', `Version ${from} went back: ${why}.`, 'Mend the rules; the next version is taken again.'),
    );
  }
  const problems = Object.entries(data.rules_not_enforceable);
  if (problems.length > 0) {
    const [id, problem] = problems[0]!;
    findings.push(
      odd(
        'policy',
        `${problems.length} rules cannot be enforced, such as ${id}: ${problem}.`,
        'Put them in other words.',
      ),
    );
  }
  return findings;
}

function rowsFinding(module: object): Finding {
  const { data } = rowsSchema.safeParse(module);
  if (data === undefined)
    return odd('single queries', 'Their status is not understood.', 'Restart the daemon.');
  const { unaccounted, delivery } = data;
  if (unaccounted.messages !== 0 || unaccounted.rows !== 0) {
    return wrong(
      'single queries',
      `${unaccounted.messages} messages and ${unaccounted.rows} rows are unaccounted for.`,
      'This is a fault of ours: please report it.',
    );
  }
  if (delivery.collectors.some(({ condition }) => condition === 'unauthorized')) {
    return wrong(
      'single queries',
      'The collector refuses the location key.',
      'Register anew, or give a location_key_file.',
    );
  }
  if (delivery.spool.rows > 0 && delivery.lastError !== undefined) {
    return odd(
      'single queries',
      `${delivery.spool.rows} rows wait: ${delivery.lastError}`,
      'They are shipped when the collector is back.',
    );
  }
  return well('single queries', 'They are shipped.');
}

function sum(values: Readonly<Record<string, number>>): number {
  return Object.values(values).reduce((total, value) => total + value, 0);
}
