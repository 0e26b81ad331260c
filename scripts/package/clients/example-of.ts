import type { Schema } from './python-client.ts';

/**
 * Makes the value that stands for a schema in a request: the first that the document has as an example, or that may be at all; of an object
 * without one, the members that it must have. Undefined if the document says too little.
 */
export function exampleOf(schema: Schema | undefined, named: Readonly<Record<string, Schema>>): unknown {
  if (schema === undefined) return undefined;
  const { $ref, examples, enum: values, properties, required = [], type } = schema;
  const given = examples?.[0] ?? values?.[0] ?? schema.const ?? schema.default;
  if (given !== undefined) return given;
  if ($ref !== undefined) return exampleOf(named[$ref.slice($ref.lastIndexOf('/') + 1)], named);
  if (type === 'boolean' || type?.includes('boolean')) return true;
  if (properties === undefined) return undefined;
  const members = required.map((name) => [name, exampleOf(properties[name], named)] as const);
  return members.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(members);
}
