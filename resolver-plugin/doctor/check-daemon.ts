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
    const advice = 'Start it with "sonde-resolver run" or "systemctl start sonde-resolver".';
    return [wrong('daemon', 'No sonde-resolver is running with this state directory.', advice)];
  }
  const { data } = statusSchema.safeParse(status);
  if (data === undefined) {
    return [
      wrong(
        'daemon',
        'The status of the daemon cannot be read.',
        'The daemon may have another version. Restart it.',
      ),
    ];
  }
  const findings: Finding[] = [
    well('daemon', `The daemon is running as process ${data.pid}.`),
    dnstapFinding(data.dnstap),
  ];
  const malformed = sum(data.dnstap.malformed) + sum(data.dnstap.streamFaults);
  if (malformed > 0) {
    findings.push(
      odd(
        'dnstap',
        `${malformed} frames or streams were malformed.`,
        'Check whether another program writes to the dnstap socket.',
      ),
    );
  }
  if (sum(data.dnstap.connectionsRefused) > 0) {
    findings.push(
      odd('dnstap', 'dnstap connections were refused.', 'Check dnstap_from and which programs connect.'),
    );
  }
  if (data.resolver !== null) findings.push(countersFinding(data.resolver));
  for (const [name, module] of Object.entries(data.modules)) {
    if (module.state !== 'running') {
      findings.push(
        wrong(
          `module ${name}`,
          `The module is not running: ${module.last_failure ?? 'no reason given'}`,
          'Fix the cause. The daemon restarts the module automatically.',
        ),
      );
    } else if (name === 'policy') findings.push(...policyFindings(module, fetchesZone));
    else if (name === 'rows') findings.push(rowsFinding(module));
    else findings.push(well(`module ${name}`, 'The module is running.'));
  }
  return findings;
}

function dnstapFinding({ frames, connectionsOpen }: { frames: number; connectionsOpen: number }): Finding {
  if (frames > 0 && connectionsOpen > 0) return well('dnstap', `The daemon has received ${frames} frames.`);
  if (connectionsOpen > 0) {
    return odd(
      'dnstap',
      'A resolver is connected, but has sent no frame.',
      'Send the resolver a query. Some resolvers collect frames for a second.',
    );
  }
  const advice =
    'Include the configuration that "setup" wrote, and restart the resolver. A reload does not apply dnstap settings.';
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
      `The counters cannot be read: ${failure ?? 'not yet'}`,
      'Check the setting counters, and that sonde-resolver has permission to read them.',
    );
  }
  if (lost === 0) return well(check, 'No dnstap frame was lost.');
  return odd(
    check,
    `About ${lost} dnstap frames were lost.`,
    "Increase the resolver's dnstap queues, as setup does.",
  );
}

function policyFindings(module: object, fetchesZone: boolean): Finding[] {
  const { data } = policySchema.safeParse(module);
  if (data === undefined)
    return [odd('module policy', 'The status of the module cannot be read.', 'Restart the daemon.')];
  const { transfers } = data;
  const findings: Finding[] = [];
  if (!data.serving) {
    const advice = 'Wait for the collector, or check last_fault in the status.';
    findings.push(wrong('policy', `There is no policy yet. ${data.last_fault ?? ''}`.trim(), advice));
  } else findings.push(well('policy', `Version ${data.policy_version} is in force.`));
  if (data.serving && fetchesZone && transfers.fullTransfers + transfers.incrementalTransfers === 0) {
    const advice =
      transfers.notAllowed + transfers.badSignatures > 0
        ? 'A transfer was refused. Check the address of the resolver and the TSIG key.'
        : 'Check that the resolver has the policy zone, with the address and port of sonde-resolver as its primary.';
    findings.push(wrong('policy zone', 'No resolver has transferred the policy zone.', advice));
  }
  if (data.rolled_back !== null) {
    const { from, why } = data.rolled_back;
    findings.push(
      odd(
        'policy',
        `Version ${from} was rolled back: ${why}.`,
        'Fix the rules. The next version is accepted again.',
      ),
    );
  }
  const problems = Object.entries(data.rules_not_enforceable);
  if (problems.length > 0) {
    const [id, problem] = problems[0]!;
    findings.push(
      odd(
        'policy',
        `${problems.length} rules cannot be enforced, such as ${id}: ${problem}.`,
        'Change these rules to a kind that the resolver supports.',
      ),
    );
  }
  return findings;
}

function rowsFinding(module: object): Finding {
  const { data } = rowsSchema.safeParse(module);
  if (data === undefined)
    return odd('single queries', 'The status of single queries cannot be read.', 'Restart the daemon.');
  const { unaccounted, delivery } = data;
  if (unaccounted.messages !== 0 || unaccounted.rows !== 0) {
    return wrong(
      'single queries',
      `${unaccounted.messages} messages and ${unaccounted.rows} rows are unaccounted for.`,
      'This is a bug in Sonde. Please report it.',
    );
  }
  if (delivery.collectors.some(({ condition }) => condition === 'unauthorized')) {
    return wrong(
      'single queries',
      'The collector refuses the location key.',
      'Register again, or set location_key_file.',
    );
  }
  if (delivery.spool.rows > 0 && delivery.lastError !== undefined) {
    return odd(
      'single queries',
      `${delivery.spool.rows} rows are waiting: ${delivery.lastError}`,
      'They are shipped when the collector is reachable again.',
    );
  }
  return well('single queries', 'Single queries are shipped.');
}

function sum(values: Readonly<Record<string, number>>): number {
  return Object.values(values).reduce((total, value) => total + value, 0);
}
