import {
  documentFormat,
  type SettingsAnswer,
  type SettingsDocument,
} from '@sonde/shared/sensor-settings/document.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { AgentSettingsStore, ToldSettings } from '../../../ports/agent-settings/agent-settings.ts';
import type { AgentSettingsWatch } from './agent-settings-watch.ts';
import { settingsForAgent } from './settings-for-agent.ts';
import { type SignerPorts, signDocument } from './settings-signer.ts';

/** Milliseconds for which a document may be taken: it is made when it is asked for. */
const goodFor = 86_400_000;

export interface AnswerAgentPorts extends SignerPorts {
  readonly agentSettings: Pick<AgentSettingsStore, 'agent' | 'current' | 'record'>;
  readonly agentSettingsWatch: Pick<AgentSettingsWatch, 'next'>;
  readonly clock: Clock;
}

export interface SettingsQuestion {
  readonly accountId: number;
  readonly locationId: number;
  /** The identity that the agent gave itself. */
  readonly agentUuid: string;
  readonly told: ToldSettings;
  /** News is a version after this one. */
  readonly since: number;
  /** Seconds to wait for news. */
  readonly wait: number;
  readonly signal: AbortSignal;
}

/** Answers an agent that asks for its settings, at once or when there is news. An agent that sent no batch yet has none. */
export async function answerAgent(
  question: SettingsQuestion,
  ports: AnswerAgentPorts,
): Promise<SettingsAnswer> {
  const { accountId, locationId, agentUuid, told, since } = question;
  const id = await ports.agentSettings.agent(locationId, agentUuid);
  if (id === undefined) return { version: 0, document: null, signature: null, keys: [] };
  await ports.agentSettings.record(id, told);
  const { version, entries } = await stateAfter(accountId, question, ports);
  if (version <= since || version === 0) return { version, document: null, signature: null, keys: [] };
  const now = ports.clock.now();
  const document: SettingsDocument = {
    format: documentFormat,
    version,
    issued_at: new Date(now).toISOString(),
    expires_at: new Date(now + goodFor).toISOString(),
    audience: { agent_id: agentUuid },
    settings: settingsForAgent(entries, { id, locationId }),
  };
  const text = JSON.stringify(document);
  return { version, document: text, ...(await signDocument(text, ports)) };
}

async function stateAfter(
  accountId: number,
  { since, wait, signal }: SettingsQuestion,
  { agentSettings, agentSettingsWatch }: AnswerAgentPorts,
) {
  if (wait === 0) return await agentSettings.current(accountId);
  const over = new AbortController();
  // Waits from before the look, so that no change falls in between.
  const change = agentSettingsWatch.next(accountId, wait * 1_000, AbortSignal.any([signal, over.signal]));
  try {
    const state = await agentSettings.current(accountId);
    if (state.version > since) return state;
    await change;
    return await agentSettings.current(accountId);
  } finally {
    over.abort();
  }
}
