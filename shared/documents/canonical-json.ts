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
