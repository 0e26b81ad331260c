import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from '@sonde/shared/bench/quantile.ts';
import { type BenchAccount, call, makeAccount } from '../api/accounts.ts';
import { FleetCollectors, type FleetCost } from './fleet-collectors.ts';
import type { FleetPlan } from './fleet-plan.ts';
import { type PhaseReport, phaseReport } from './phase-report.ts';
import { SimulatedFleet } from './simulated-fleet.ts';

export interface FleetReport {
  readonly agents: number;
  readonly collectors: number;
  /** Agents that got a key of their own, and the milliseconds that this took at most for 95 of 100. */
  readonly enrolled: number;
  readonly enrolment_p95_ms: number;
  /** Agents that the collector tells of, and runs that it calls complete: nothing missing, rejected or lost. */
  readonly heard_of: number;
  readonly complete: number;
  readonly rows_made: number;
  /** Rows whose arrival agents were told. */
  readonly rows_taken: number;
  /** Rows that the collector counts for its agents, and rows in its store. */
  readonly rows_counted: number;
  readonly rows_stored: number;
  readonly rows_lost: number;
  readonly resolvers: number;
  /** Resolvers that hold the rules made before the outage, and after it. */
  readonly policy_before: number;
  readonly policy_after: number;
  /** Agents that take settings of the collector, how many had the first version before the outage, and the second after it. */
  readonly followers: number;
  readonly settings_before: number;
  readonly settings_after: number;
  /** Agents of which the collector tells that they have the second version in force. */
  readonly settings_told: number;
  /** Bytes of the largest collector's own process before the first agent came. */
  readonly resident_before_bytes: number;
  /** Processor time that an agent takes of the collectors and of their engines, in an hour of the steady state, in seconds. */
  readonly processor_seconds_per_agent_hour: number;
  readonly phases: readonly PhaseReport[];
}

export interface FleetBenchParts {
  /** Counts the rows in the store of a running collector by its data directory. */
  readonly storedRows: (dataDirectory: string) => Promise<number>;
  readonly random: () => number;
  readonly progress: (line: string) => void;
  /** Ends the run early: it rejects with the signal's reason when what it started is stopped. */
  readonly signal: AbortSignal;
}

/** How often conditions are looked at, in milliseconds. */
const look = 50;

/**
 * Lets a fleet of simulated agents live with a whole collector, or with several that share their stores: they come for the first time,
 * ship for a while, lose a collector, and come back all at once, or go to those that are left. Counts everything on both sides.
 */
export async function runFleetBench(plan: FleetPlan, parts: FleetBenchParts): Promise<FleetReport> {
  const { signal, progress } = parts;
  const collectors = await FleetCollectors.start(plan.directory, plan.collectors);
  let fleet: SimulatedFleet | undefined;
  try {
    const { urls } = collectors;
    const url = urls[0]!;
    const account = await makeAccount(url, collectors.adminKey);
    const resolverKeys = await registerResolvers(url, account.apiKey, plan.resolvers);
    const endOfRest = await collectors.observe();
    await delay(1_000, undefined, { signal });
    const { resident_bytes: residentBefore } = await endOfRest();
    fleet = new SimulatedFleet(plan, {
      ...{ urls, resolverKeys, random: parts.random },
      enrolmentTokens: await makeTokens(url, account, plan.agents),
    });
    const running = fleet;
    const ended: Ended[] = [];
    /** Lasts so many seconds, or until a condition holds. */
    const phase = async (
      name: string,
      seconds: number,
      isOver: () => boolean = () => false,
    ): Promise<void> => {
      progress(`${name}: ${seconds} s at most`);
      const begunAt = performance.now();
      const end = await collectors.observe();
      while (performance.now() < begunAt + seconds * 1_000 && !isOver())
        await delay(look, undefined, { signal });
      const endedAt = performance.now();
      ended.push({ name, begunAt, endedAt, cost: await end() });
    };

    fleet.start();
    await phase('first contact', plan.contact);
    const firstVersion = await createRule(url, account.apiKey, 'first.example');
    const firstSettings = await putSettings(url, account.apiKey, '2');
    await phase('steady state', plan.steady);
    const policyBefore = fleet.resolversAt(firstVersion);
    const settingsBefore = fleet.settingsAt(firstSettings);

    progress(`outage: ${plan.outage} s`);
    const outageAt = performance.now();
    await collectors.takeAway();
    await delay(plan.outage * 1_000, undefined, { signal });
    await collectors.bringBack();
    ended.push({ name: 'outage', begunAt: outageAt, endedAt: performance.now(), cost: noCost });
    // Until what was made before has come; what is due meanwhile is part of the storm: a fleet does not stand still.
    const backAt = performance.now();
    await phase('storm', plan.storm, () => running.behind(backAt) === 0);
    const secondVersion = await createRule(url, account.apiKey, 'second.example');
    const secondSettings = await putSettings(url, account.apiKey, '3');
    /** Who has it tells so with the next question. */
    const settingsTold = async (): Promise<number> => {
      const path = '/api/v1/dns-monitoring/agent-settings/agents';
      const told = await answered(() => call<SettingsStates>(url, 'GET', path, undefined, account.apiKey));
      return told.agents.filter((each) => each.told?.held_version === secondSettings).length;
    };
    await fleet.finish();
    await phase(
      'end',
      plan.storm,
      () =>
        running.behind(Number.POSITIVE_INFINITY) === 0 &&
        running.resolversAt(secondVersion) === plan.resolvers &&
        running.settingsAt(secondSettings) === plan.followers,
    );

    const told = await settled(settingsTold, fleet.settingsAt(secondSettings), signal);
    // Who did not get through until now is not counted while it still tries.
    fleet.stop();
    const policyAfter = fleet.resolversAt(secondVersion);
    const settingsAfter = fleet.settingsAt(secondSettings);
    const listed = '/api/v1/dns-monitoring/agents?runs=1';
    const { agents } = await answered(() =>
      call<AgentsAnswer>(url, 'GET', listed, undefined, account.apiKey),
    );
    const rowsStored = await settled(
      () => parts.storedRows(collectors.storeDirectory),
      fleet.rowsTaken,
      signal,
    );
    const phases = ended.map(({ name, cost, ...times }) => phaseReport(name, times, running.tries, cost));
    const steady = phases.find((each) => each.phase === 'steady state')!;
    const steadyHours = (plan.agents * steady.seconds) / 3_600;
    return {
      agents: plan.agents,
      collectors: plan.collectors,
      enrolled: fleet.enrolled,
      enrolment_p95_ms: quantile(
        fleet.tries
          .filter(({ from, outcome }) => from === 'enrolment' && outcome === 'accepted')
          .map(({ milliseconds }) => milliseconds),
        0.95,
      ),
      heard_of: agents.length,
      complete: agents.filter(({ runs }) => runs.length > 0 && runs.every(({ complete }) => complete)).length,
      rows_made: fleet.rowsMade,
      rows_taken: fleet.rowsTaken,
      rows_counted: agents.reduce((sum, { rows }) => sum + rows, 0),
      rows_stored: rowsStored,
      rows_lost: fleet.rowsLost,
      resolvers: plan.resolvers,
      policy_before: policyBefore,
      policy_after: policyAfter,
      followers: plan.followers,
      settings_before: settingsBefore,
      settings_after: settingsAfter,
      settings_told: told,
      resident_before_bytes: residentBefore,
      processor_seconds_per_agent_hour: (steady.collector_ms + steady.engines_ms) / 1_000 / steadyHours,
      phases,
    };
  } finally {
    fleet?.stop();
    await collectors.stop();
  }
}

interface Ended {
  readonly name: string;
  readonly begunAt: number;
  readonly endedAt: number;
  readonly cost: FleetCost;
}

interface AgentsAnswer {
  readonly agents: readonly { rows: number; runs: readonly { complete: boolean }[] }[];
}

interface SettingsStates {
  readonly agents: readonly { told: { held_version: number | null } | null }[];
}

const noCost: FleetCost = { collector_ms: 0, engines_ms: 0, resident_bytes: 0 };

async function registerResolvers(url: string, apiKey: string, count: number): Promise<string[]> {
  const keys: string[] = [];
  for (let index = 0; index < count; index++) {
    const body = { resolver_name: `resolver ${index}`, location: 'one', modules_enabled: ['policy'] };
    const made = await call<{ api_key: string }>(url, 'POST', '/api/v1/unbound/register', body, apiKey);
    keys.push(made.api_key);
  }
  return keys;
}

/** Makes a token for each location, good for all agents. */
function makeTokens(url: string, { apiKey, locationIds }: BenchAccount, uses: number): Promise<string[]> {
  return Promise.all(
    locationIds.map(async (location_id) => {
      const path = '/api/v1/enrolment/tokens';
      return (await call<{ token: string }>(url, 'POST', path, { location_id, uses }, apiKey)).token;
    }),
  );
}

/** Makes a rule, and gives the version of the policy that has it. */
async function createRule(url: string, apiKey: string, name: string): Promise<number> {
  const body = { match: { kind: 'domain', name }, action: { kind: 'block' } };
  const path = '/api/v1/unbound/policy/rules';
  return (await answered(() => call<{ version: number }>(url, 'POST', path, body, apiKey))).version;
}

/** Changes the settings of all agents, and gives the version that this makes. */
async function putSettings(url: string, apiKey: string, sampling: string): Promise<number> {
  const body = { entries: [{ settings: { sampling } }] };
  const path = '/api/v1/dns-monitoring/agent-settings';
  return (await answered(() => call<{ version: number }>(url, 'PUT', path, body, apiKey))).version;
}

/** Asks again, for two minutes at most, as an operator does whose collector is kept busy by the fleet. */
async function answered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let failures = 0; ; failures++) {
    try {
      return await ask();
    } catch (error) {
      if (failures === 24) throw error;
      await delay(5_000);
    }
  }
}

/** Waits until there are that many, or as long as the store may take for the last group; one more look finds any too many. */
async function settled(count: () => Promise<number>, expected: number, signal: AbortSignal): Promise<number> {
  for (let looks = 0; looks < 300 && (await count()) < expected; looks++)
    await delay(100, undefined, { signal });
  return await count();
}
