import { idSchema } from '@sonde/shared/schemas/id.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { settingsRefusals, settingTextsSchema } from '@sonde/shared/sensor-settings/document.ts';
import { z } from 'zod';
import type {
  AgentSettings,
  SettingsChange,
  SettingsEntry,
} from '../../ports/agent-settings/agent-settings.ts';

const mostEntries = 32;

const rollout = z.int().min(1).max(100);

/** A settings entry as an account writes it. */
const writtenEntrySchema = z.object({
  id: idSchema.nullish().describe('Id of an existing entry that this one replaces; absent for a new entry.'),
  location_id: idSchema.nullish().describe('Null if the entry applies to all locations.'),
  agent_id: idSchema.nullish().describe('Null if the entry applies to all agents of these locations.'),
  rollout_percent: rollout
    .default(100)
    .describe('Percentage of these agents that receive the entry. Raise it step by step.'),
  settings: settingTextsSchema.meta({ examples: [{ deny_suffixes: 'lan', sampling: '10' }] }),
  note: z.string().trim().max(500).nullish().describe('A note for people.'),
});

export const entriesSchema = z
  .array(writtenEntrySchema)
  .max(mostEntries)
  .describe('All entries. If several entries reach an agent, the later one wins.')
  .meta({ examples: [[{ settings: { deny_suffixes: 'lan', sampling: '10' } }]] });

/** Bodies hold long lists of names. */
export const entriesLimits = { bytes: 192 * 1024, members: 8_192 };

export const entrySchema = z
  .object({
    id: idSchema,
    location_id: idSchema.nullable(),
    agent_id: idSchema.nullable(),
    rollout_percent: rollout,
    settings: settingTextsSchema,
    note: z.string().nullable(),
  })
  .meta({ id: 'AgentSettingsEntry' });

export const agentSettingsSchema = z
  .object({
    version: z.int().min(0).describe('0 if there have never been any settings.'),
    changed_at: timestampSchema.nullable(),
    entries: z.array(entrySchema),
  })
  .meta({ id: 'AgentSettings' });

export const refusalSchema = z
  .object({
    version: z.int().nullable(),
    reason: z.enum(settingsRefusals),
    message: z.string(),
  })
  .describe('The settings that the agent refused or rolled back from.');

export function writtenEntries(entries: z.output<typeof entriesSchema>): SettingsChange['entries'] {
  return entries.map((entry) => ({
    id: entry.id ?? null,
    locationId: entry.location_id ?? null,
    agentId: entry.agent_id ?? null,
    rolloutPercent: entry.rollout_percent,
    settings: entry.settings,
    note: entry.note ?? null,
  }));
}

export function presentEntry(entry: SettingsEntry): z.input<typeof entrySchema> {
  return {
    id: entry.id,
    location_id: entry.locationId,
    agent_id: entry.agentId,
    rollout_percent: entry.rolloutPercent,
    settings: { ...entry.settings },
    note: entry.note,
  };
}

export function presentSettings({
  version,
  changedAt,
  entries,
}: AgentSettings): z.input<typeof agentSettingsSchema> {
  return { version, changed_at: changedAt?.toISOString() ?? null, entries: entries.map(presentEntry) };
}
