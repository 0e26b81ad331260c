import {
  type SettingsAnswer,
  type SettingsDocument,
  settingsDocumentSchema,
} from '@sonde/shared/sensor-settings/document.ts';
import { verifyNextKey, verifySettings } from '@sonde/shared/sensor-settings/signature.ts';
import { SettingsRefused } from './settings-refused.ts';

/** A signed document is the text of a document with what proves it. */
export interface SignedDocument {
  readonly text: string;
  readonly signature: string;
  readonly keys: SettingsAnswer['keys'];
}

/** A checked document is one that the collector signed for this agent, and the key that it is signed with. */
export interface CheckedDocument {
  readonly document: SettingsDocument;
  readonly publicKey: string;
}

/**
 * Reads a document that is signed with the known key, or with one that follows it; without a known key, with any. Throws a
 * SettingsRefused. `now` is in milliseconds since 1970; without it, a document that was taken before is read, however old.
 */
export function readDocument(
  { text, signature, keys }: SignedDocument,
  {
    agentId,
    knownKey,
    now,
  }: { readonly agentId: string; readonly knownKey: string | undefined; readonly now?: number },
): CheckedDocument {
  const publicKey = signingKey(keys, knownKey);
  if (!verifySettings(text, signature, publicKey)) {
    throw new SettingsRefused('bad_signature', 'The settings are not signed with the key of the collector.');
  }
  const read = settingsDocumentSchema.safeParse(parse(text));
  if (!read.success) {
    throw new SettingsRefused('malformed', 'The settings have a form that this agent does not support.');
  }
  const document = read.data;
  const { version } = document;
  if (document.audience.agent_id !== agentId) {
    throw new SettingsRefused('wrong_audience', 'The settings are for another agent.', version);
  }
  if (now !== undefined && Date.parse(document.expires_at) <= now) {
    const message = `The settings expired at ${document.expires_at}. They are old, or a clock is wrong.`;
    throw new SettingsRefused('expired', message, version);
  }
  return { document, publicKey };
}

/** The last of the keys, if it is the known one or each from the known one on vouches for the next. */
function signingKey(keys: SettingsAnswer['keys'], knownKey: string | undefined): string {
  const known =
    knownKey === undefined ? keys.length - 1 : keys.findLastIndex(({ public_key: key }) => key === knownKey);
  const last = keys.at(-1);
  if (last === undefined || known < 0) {
    throw new SettingsRefused(
      'unknown_key',
      'The settings are signed with a key that the known key did not sign. If you set up a new collector, set its key as settings_key.',
    );
  }
  for (let index = known + 1; index < keys.length; index++) {
    const { public_key: next, signature } = keys[index]!;
    if (signature === null || !verifyNextKey(next, signature, keys[index - 1]!.public_key)) {
      throw new SettingsRefused(
        'bad_signature',
        'A key of the collector is not signed with its previous key.',
      );
    }
  }
  return last.public_key;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
