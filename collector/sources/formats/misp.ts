import type { FeedEntry, FeedFormat, ParsedRow } from '../../ports/threats/feed.ts';
import type { IndicatorKind } from '../../ports/threats/indicators.ts';
import { type JsonObject, readObject, textOf } from './json.ts';

/** Events that are read, the newest first; a feed of years has thousands. */
const mostEvents = 200;
const mostManifestBytes = 16 * 1_048_576;
const mostEventBytes = 8 * 1_048_576;

const kinds: Readonly<Record<string, IndicatorKind>> = {
  domain: 'domain',
  hostname: 'domain',
  'ip-dst': 'ip',
  'ip-src': 'ip',
  url: 'url',
  'x509-fingerprint-sha1': 'certificate',
  'x509-fingerprint-sha256': 'certificate',
};

/**
 * Reads a MISP feed (https://www.misp-project.org/feeds): `manifest.json` names events, each in a file `<uuid>.json`
 * beside it. Attributes count if they are marked for detection (`to_ids`).
 */
export function misp(): FeedFormat {
  return {
    family: 'misp',
    parse: async function* (document, more) {
      const manifest = await readObject(document, mostManifestBytes);
      const events = Object.entries(manifest)
        .filter(([uuid]) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uuid))
        .map(([uuid, event]) => ({ uuid, timestamp: Number((event as JsonObject | null)?.timestamp ?? 0) }))
        .sort((a, b) => b.timestamp - a.timestamp)
        .slice(0, mostEvents);
      let row = 0;
      for (const { uuid } of events) {
        const file = await readObject(await more(`${uuid}.json`), mostEventBytes);
        const rows = eventRows(file.Event, row);
        row += rows.length;
        yield rows;
      }
    },
  };
}

function eventRows(event: unknown, before: number): ParsedRow[] {
  if (!isObject(event)) return [{ row: before + 1, malformed: 'is no event' }];
  const objects = listOf(event.Object).flatMap((object) =>
    isObject(object) ? listOf(object.Attribute) : [],
  );
  return [...listOf(event.Attribute), ...objects].flatMap((attribute, index): ParsedRow[] => {
    const row = before + index + 1;
    if (!isObject(attribute)) return [{ row, malformed: 'is no attribute' }];
    const entry = entryOf(attribute, textOf(event, 'info'));
    return entry === undefined ? [] : [{ row, ...entry }];
  });
}

function entryOf(attribute: JsonObject, description: string | undefined): Omit<FeedEntry, 'row'> | undefined {
  const type = textOf(attribute, 'type') ?? '';
  const value = textOf(attribute, 'value');
  if (value === undefined || attribute.to_ids !== true) return undefined;
  const firstPart = value.split('|', 1)[0]!;
  const kind = kinds[type] ?? (type === 'ip-dst|port' ? 'ip' : type === 'domain|ip' ? 'domain' : undefined);
  if (kind === undefined) return undefined;
  const seen = Number(attribute.timestamp ?? 0);
  return { value: firstPart, kind, description, ...(seen > 0 && { lastSeen: seen }) };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
