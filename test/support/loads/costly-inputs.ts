import { z } from 'zod';
import type { JsonLimits } from '../../../collector/http/json-limits.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Texts that patterns and readers of names, addresses and times may go over again and again, as long as one likes. */
const costlyTexts: readonly ((length: number) => string)[] = [
  (length) => 'a'.repeat(length),
  (length) => `${' '.repeat(length - 1)}x`,
  (length) => 'a.'.repeat(length / 2),
  (length) => `${'.'.repeat(length - 1)}a`,
  (length) => '1.'.repeat(length / 2),
  (length) => '-'.repeat(length),
  (length) => 'xn--a.'.repeat(length / 6),
  (length) => 'ж'.repeat(length / 2),
  (length) => '\u0301'.repeat(length / 2),
  (length) => `${'a'.repeat(length / 2)}@${'b.'.repeat(length / 4)}`,
  (length) => ':'.repeat(length),
  (length) => '[{"'.repeat(length / 3),
  (length) => `https://${'a:@'.repeat(length / 3 - 4)}`,
  (length) => '\\065'.repeat(length / 4),
  (length) => '0'.repeat(length),
];

/** Values of JSON, each as small as can be, that fill arrays. */
const costlyItems = ['0', '{}', '""', '[]', 'null', '"a"'];

/** Some of the texts: others for each field, so that taken together all are tried. */
function textsOf(field: number, isThorough: boolean): readonly ((length: number) => string)[] {
  if (isThorough) return costlyTexts;
  return [costlyTexts[field % costlyTexts.length]!, costlyTexts[(field * 7 + 3) % costlyTexts.length]!];
}

/** Bodies of some length that an operation's schema may take long for. */
export function costlyBodies(schema: z.ZodType, limits: JsonLimits, isThorough: boolean): string[] {
  // The rest of a body takes some of either.
  const bytes = limits.bytes - 1_000;
  const mostMembers = limits.members - 500;
  const filledArray = (item: string) => arrayOf(item, bytes, mostMembers);
  const bodies = [
    `{${Array.from({ length: mostMembers }, (_, index) => `"k${index}":0`).join(',')}}`,
    `[${'0,'.repeat(bytes / 2 - 2)}0]`,
    filledArray('0'),
    filledArray('"\\ud83d\\ude00"'),
    `"${'\\u0041'.repeat(bytes / 6)}"`,
  ];
  const example = JSON.stringify(exampleOf(z.toJSONSchema(schema, { io: 'input', reused: 'inline' }), 1));
  const described = z.toJSONSchema(schema, { io: 'input', reused: 'inline', unrepresentable: 'any' });
  const parts = partsOf(described);
  const tried = isThorough ? parts : parts.slice(0, 24);
  for (const [index, { path, schema: part }] of tried.entries()) {
    if (takes(part, 'array')) {
      for (const item of isThorough ? costlyItems : costlyItems.slice(0, 2))
        bodies.push(nested(path, filledArray(item), example));
      const items = (part.items ?? {}) as JsonSchema;
      bodies.push(nested(path, filledArray(JSON.stringify(exampleOf(items, 1))), example));
    }
    if (takes(part, 'string'))
      for (const text of textsOf(index, isThorough))
        bodies.push(nested(path, JSON.stringify(text(bytes - 1_000)), example));
    if (takes(part, 'object') && part.additionalProperties !== undefined)
      bodies.push(nested(path, bodies[0]!, example));
  }
  return bodies;
}

/** Queries and paths are bounded by the length of a request's head. */
export function costlyParameters(
  schema: z.ZodType | undefined,
  bytes: number,
  isThorough: boolean,
): Record<string, string>[] {
  if (schema === undefined) return [];
  const described = z.toJSONSchema(schema, { io: 'input', reused: 'inline', unrepresentable: 'any' });
  const names = Object.keys((described.properties ?? {}) as object);
  return names.flatMap((name, index) =>
    textsOf(index, isThorough).map((text) => ({ [name]: text(bytes).slice(0, bytes) })),
  );
}

/** As many as a body may have, since more are refused before they are looked at. */
function arrayOf(item: string, bytes: number, mostMembers: number): string {
  const inItem = item.replace(/[^{[,]/g, '').length + 1;
  const length = Math.floor(Math.min(bytes / (item.length + 1), mostMembers / inItem));
  return `[${Array.from({ length }, () => item).join(',')}]`;
}

function takes(schema: JsonSchema, type: string): boolean {
  return schema.type === type || (schema.type === undefined && schema.anyOf === undefined);
}

interface Part {
  readonly path: readonly (string | number)[];
  readonly schema: JsonSchema;
}

function partsOf(schema: JsonSchema, path: Part['path'] = [], depth = 0): Part[] {
  if (depth > 6) return [];
  const choices = [...((schema.anyOf ?? []) as JsonSchema[]), ...((schema.oneOf ?? []) as JsonSchema[])];
  const own = choices.length === 0 ? [{ path, schema }] : [];
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  return [
    ...own,
    ...choices.flatMap((choice) => partsOf(choice, path, depth + 1)),
    ...properties.flatMap(([name, part]) => partsOf(part, [...path, name], depth + 1)),
    ...(schema.type === 'array' && typeof schema.items === 'object'
      ? partsOf(schema.items as JsonSchema, [...path, 0], depth + 1)
      : []),
  ];
}

/** A document that has the value at the path, beside what else it needs. */
function nested(path: Part['path'], value: string, example: string): string {
  if (path.length === 0) return value;
  const [first, ...rest] = path;
  if (typeof first === 'number') return `[${nested(rest, value, '{}')}]`;
  const others = (JSON.parse(example) ?? {}) as Record<string, unknown>;
  const fields = Object.entries(others)
    .filter(([name]) => name !== first)
    .map(([name, field]) => `${JSON.stringify(name)}:${JSON.stringify(field)}`);
  const inner = JSON.stringify(others[first!] ?? {});
  return `{${[...fields, `${JSON.stringify(first)}:${nested(rest, value, inner)}`].join(',')}}`;
}

/** Something that has the form of what a schema takes; whether it fits is another matter. */
function exampleOf(schema: JsonSchema, depth: number): unknown {
  const [example] = (schema.examples ?? []) as unknown[];
  if (example !== undefined) return example;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choices !== undefined) return exampleOf(choices[0]!, depth);
  switch (schema.type) {
    case 'string':
      return textOf(schema.format);
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return depth > 6 ? [] : [exampleOf((schema.items ?? {}) as JsonSchema, depth + 1)];
    case 'object': {
      const required = new Set((schema.required ?? []) as string[]);
      const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
      return Object.fromEntries(
        properties
          .filter(([name]) => required.has(name))
          .map(([name, part]) => [name, exampleOf(part, depth + 1)]),
      );
    }
    default:
      return null;
  }
}

function textOf(format: string | undefined): string {
  switch (format) {
    case 'date-time':
      return new Date(0).toISOString();
    case 'uuid':
      return '123e4567-e89b-42d3-a456-426614174000';
    case 'email':
      return 'ada@example.com';
    default:
      return 'a.example';
  }
}
