import { parseDomainInput } from '@sonde/shared/dns/domain-input.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import type { AgentStore } from '../../../ports/ingest/agents.ts';
import type { LocationStore } from '../../../ports/ingest/locations.ts';
import type { PolicyRuleStore } from '../../../ports/resolvers/policy-rules.ts';
import type { TrackedDomainStore } from '../../../ports/scans/tracked-domains.ts';
import type { ExclusionStore } from '../../../ports/threats/exclusions.ts';
import type { ChannelStore } from '../../../ports/threats/notifications.ts';
import type { ThreatStore } from '../../../ports/threats/threats.ts';
import type { Exercise, StateQuestion } from './course.ts';

export interface CheckExercisePorts {
  readonly locations: Pick<LocationStore, 'list'>;
  readonly agents: Pick<AgentStore, 'list'>;
  readonly threats: Pick<ThreatStore, 'list'>;
  readonly policyRules: Pick<PolicyRuleStore, 'list'>;
  readonly notificationChannels: Pick<ChannelStore, 'list'>;
  readonly exclusions: Pick<ExclusionStore, 'list'>;
  readonly trackedDomains: Pick<TrackedDomainStore, 'find'>;
}

const one = { limit: 1, offset: 0 };
/** Locations whose agents are looked at. */
const mostLocations = 1_000;

type StateTest = (accountId: number, types: readonly string[], ports: CheckExercisePorts) => Promise<boolean>;

const stateTests: Readonly<Record<StateQuestion, StateTest>> = {
  location_exists: async (accountId, _types, { locations }) =>
    (await locations.list(accountId, one)).count > 0,
  queries_stored: async (accountId, _types, { locations, agents }) => {
    const { locations: own } = await locations.list(accountId, { limit: mostLocations, offset: 0 });
    return (await agents.list(own.map(({ id }) => id))).length > 0;
  },
  threat_found: (accountId, types, ports) => hasThreat(accountId, types, undefined, ports),
  threat_resolved: (accountId, types, ports) => hasThreat(accountId, types, 'resolved', ports),
  policy_rule_exists: async (accountId, _types, { policyRules }) =>
    (await policyRules.list(accountId, undefined, one)).count > 0,
  channel_exists: async (accountId, _types, { notificationChannels }) =>
    (await notificationChannels.list(accountId)).length > 0,
  exclusion_exists: async (accountId, _types, { exclusions }) =>
    (await exclusions.list(accountId)).length > 0,
};

/**
 * Tells whether an exercise is solved by an answer, or by what the account has done. Throws InvalidInput if an answer
 * is missing.
 */
export async function checkExercise(
  exercise: Exercise,
  { accountId, answer }: { readonly accountId: number; readonly answer: string | undefined },
  ports: CheckExercisePorts,
): Promise<boolean> {
  switch (exercise.kind) {
    case 'state':
      return stateTests[exercise.state](accountId, exercise.threat_types, ports);
    case 'text':
      return exercise.answers.some((right) => plain(right) === plain(given(answer)));
    case 'choice':
      return given(answer).trim() === String(exercise.right);
    case 'scanned': {
      const input = parseDomainInput(given(answer));
      if (!('domain' in input)) throw new InvalidInput('answer', input.message);
      const known = await ports.trackedDomains.find(input.domain);
      return known !== undefined && Object.hasOwn(known.parts, exercise.check);
    }
  }
}

function given(answer: string | undefined): string {
  if (answer === undefined) throw new InvalidInput('answer', 'This exercise wants an answer.');
  return answer;
}

async function hasThreat(
  accountId: number,
  types: readonly string[],
  status: 'resolved' | undefined,
  { threats }: CheckExercisePorts,
): Promise<boolean> {
  const filter = { status, ...(types.length > 0 && { types: { any: types, none: [] } }) };
  return (await threats.list(accountId, filter, one)).count > 0;
}

function plain(text: string): string {
  return text.trim().replace(/\.$/, '').replaceAll(/\s+/g, ' ').toLowerCase();
}
