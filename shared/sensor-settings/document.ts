import { z } from 'zod';

/** Bounds of what a collector says to an agent about its settings. */
export const settingsBounds = {
  names: 64,
  nameLength: 64,
  valueLength: 16_384,
  /** Octets of a document. */
  documentBytes: 256 * 1024,
  /** Keys that followed one another, of which an agent may have any. */
  keys: 16,
} as const;

/** The values of settings from the collector are texts, as in the environment. */
export const settingTextsSchema = z
  .record(z.string().min(1).max(settingsBounds.nameLength), z.string().max(settingsBounds.valueLength))
  .refine((settings) => Object.keys(settings).length <= settingsBounds.names, {
    message: `At most ${settingsBounds.names} settings.`,
  });

export const documentFormat = 'sonde agent settings 1';

/** A settings document is what the collector signs: the settings of one agent. */
export const settingsDocumentSchema = z.object({
  format: z.literal(documentFormat),
  /** It may not go back. */
  version: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  issued_at: z.iso.datetime(),
  /** It is not taken any more from then on; one that was taken stays in force. */
  expires_at: z.iso.datetime(),
  audience: z.object({ agent_id: z.string().max(64) }),
  settings: settingTextsSchema,
});

export type SettingsDocument = z.output<typeof settingsDocumentSchema>;

const base64 = (octets: number) => z.string().max(Math.ceil(octets / 3) * 4);

/** A settings answer is what an agent is told when it asks for its settings. */
export const settingsAnswerSchema = z
  .object({
    version: z
      .int()
      .min(0)
      .describe('Version of the settings of the account; 0 if there have never been any.'),
    document: z
      .string()
      .max(settingsBounds.documentBytes)
      .nullable()
      .describe('The signed text in JSON; null if the agent already has this version.'),
    signature: base64(64)
      .nullable()
      .describe('Ed25519 signature over the line "sonde agent settings v1" followed by the text, in base64.'),
    keys: z
      .array(
        z.object({
          public_key: base64(32).describe('Ed25519 public key, 32 octets in base64.'),
          signature: base64(64)
            .nullable()
            .describe(
              'Signature by the previous key, over the line "sonde agent settings key v1" followed by the 32 octets.',
            ),
        }),
      )
      .max(settingsBounds.keys)
      .describe('The chain of signing keys, oldest first. The last key signs the document.'),
  })
  .meta({ id: 'AgentSettingsAnswer' });

export type SettingsAnswer = z.output<typeof settingsAnswerSchema>;

/** The reasons for which an agent refuses settings, or goes back from them. */
export const settingsRefusals = [
  'malformed',
  'unknown_key',
  'bad_signature',
  'wrong_audience',
  'expired',
  'older_version',
  'unknown_setting',
  'forbidden_setting',
  'bad_value',
  'cannot_apply',
  'silent',
  'did_not_survive',
] as const;

export type SettingsRefusal = (typeof settingsRefusals)[number];
