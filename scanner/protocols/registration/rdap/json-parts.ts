/** Parts of an answer that anybody may have written: what is not of the kind is as if it were not there. */

const mostItems = 100;

export type JsonObject = Readonly<Record<string, unknown>>;

export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

/** Reads a list and keeps a hundred items at most. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, mostItems) : [];
}

export function objectsOf(value: unknown): readonly JsonObject[] {
  return listOf(value)
    .map(objectOf)
    .filter((item) => item !== undefined);
}
