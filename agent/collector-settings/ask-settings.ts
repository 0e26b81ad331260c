import { authoritiesOf, collectorUrl } from '@sonde/sensor/ship/collector-road.ts';
import type { Destination } from '@sonde/sensor/ship/messages.ts';
import {
  type SettingsAnswer,
  settingsAnswerSchema,
  settingsBounds,
} from '@sonde/shared/sensor-settings/document.ts';
import got from 'got';
import type { WentBackFrom } from './settings-keeper.ts';

const path = '/api/v1/dns-monitoring/agent-settings/document';
const maxAnswerBytes = 2 * settingsBounds.documentBytes;
/** Seconds that the collector may wait for news; proxies on the way often end a request after 30. */
const longestWait = 25;
const patience = 45_000;

/** The told settings are what an agent tells of its settings when it asks for them. */
export interface ToldSettings {
  readonly agentId: string;
  /** In force; 0 if the owner's settings are alone. */
  readonly held: number;
  /** News is what comes after this version, whatever became of it. */
  readonly since: number;
  readonly keptOwn: readonly string[];
  readonly refused: (Omit<WentBackFrom, 'version'> & { readonly version: number | undefined }) | undefined;
}

/** Asks a collector for the agent's settings, and waits there for news. Rejects with an Error if there is no good answer. */
export async function askSettings(
  collector: string,
  destination: Pick<Destination, 'authorities' | 'key' | 'client'>,
  told: ToldSettings,
  signal: AbortSignal,
): Promise<SettingsAnswer> {
  const { refused } = told;
  const query = new URLSearchParams({
    agent_id: told.agentId,
    held: String(told.held),
    since: String(told.since),
    wait: String(longestWait),
    ...(told.keptOwn.length === 0 ? {} : { kept_own: told.keptOwn.join(',') }),
    ...(refused === undefined
      ? {}
      : {
          refused_reason: refused.reason,
          refused_message: refused.message.slice(0, 500),
          ...(refused.version === undefined ? {} : { refused: String(refused.version) }),
        }),
  });
  const tooLong = new AbortController();
  const request = got(collectorUrl(collector, `${path}?${query}`), {
    headers: { 'x-api-key': destination.key, accept: 'application/json' },
    responseType: 'buffer',
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
    retry: { limit: 0 },
    timeout: { lookup: 10_000, connect: 10_000, secureConnect: 10_000, request: patience },
    enableUnixSockets: collector.startsWith('unix:'),
    https: { certificateAuthority: authoritiesOf(destination), ...destination.client },
    signal: AbortSignal.any([signal, tooLong.signal]),
  });
  request.on('downloadProgress', ({ transferred }) => {
    if (transferred > maxAnswerBytes) tooLong.abort(new Error('The answer is too long.'));
  });
  const { statusCode, rawBody } = await request;
  if (statusCode !== 200)
    throw new Error(`The collector answered the request for settings with ${statusCode}.`);
  const read = settingsAnswerSchema.safeParse(parse(Buffer.from(rawBody).toString('utf8')));
  if (!read.success) throw new Error('The answer to the request for settings is not that of a collector.');
  return read.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
