import type { OutgoingRecord } from './define-sink.ts';
import type { Mapping, OutgoingQuery } from './presentations/presentation.ts';

/** Adds the records of a transaction, if its presentation shows anything of it. Returns how many characters their texts have; undefined if there are none. */
export function addQueryRecords(
  records: OutgoingRecord[],
  item: OutgoingQuery,
  mapping: Mapping<OutgoingQuery>,
  locationId: number,
): number | undefined {
  const texts = mapping.texts(item);
  if (texts.length === 0) return undefined;
  let characters = 0;
  for (let index = 0; index < texts.length; index++) {
    const text = texts[index]!;
    characters += text.length;
    records.push({
      id: texts.length === 1 ? item.id : `${item.id}.${index}`,
      at: item.query.observedAt,
      stream: 'queries',
      severity: 'info',
      locationId,
      text,
    });
  }
  return characters;
}
