/** A JSON value is a value as JSON has it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Writes JSON with the keys of objects in order, since a database keeps no order of them. */
export function canonicalJson(value: Json): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return list(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = value as { readonly [key: string]: Json };
  let text = '{';
  for (const key of Object.keys(parts).sort()) {
    const part = parts[key];
    if (part === undefined) continue;
    if (text.length > 1) text += ',';
    text += `${JSON.stringify(key)}:${canonicalJson(part)}`;
  }
  return `${text}}`;
}

function list(values: readonly Json[]): string {
  let text = '[';
  for (let index = 0; index < values.length; index++) {
    if (index > 0) text += ',';
    text += canonicalJson(values[index]!);
  }
  return `${text}]`;
}

/**
 * Writes the same in pieces: of the lists that an object has, an item each. Long documents are written in turns with other work by
 * it.
 */
export function* canonicalPieces(value: { readonly [key: string]: Json }): Generator<string> {
  let before = '{';
  for (const key of Object.keys(value).sort()) {
    const part = value[key];
    if (part === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    before = ',';
    if (!Array.isArray(part)) {
      yield canonicalJson(part);
      continue;
    }
    yield '[';
    for (const [index, item] of part.entries()) yield (index === 0 ? '' : ',') + canonicalJson(item);
    yield ']';
  }
  yield before === '{' ? '{}' : '}';
}
