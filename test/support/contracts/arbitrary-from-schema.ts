import fc from 'fast-check';
import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Values that a contract's schema takes, as a client would send them. Where a schema asks for what JSON Schema can't say,
 * it needs examples (`.meta({ examples })`), which its readers will be glad of too.
 */
export function arbitraryInput(schema: z.ZodType): fc.Arbitrary<unknown> {
  const values = arbitraryOf(z.toJSONSchema(schema, { io: 'input', reused: 'inline' }));
  const fits = (value: unknown) => schema.safeParse(value).success;
  const tries = Array.from({ length: 20 }, (_, seed) => ({ seed, numRuns: 10 }));
  if (!tries.some((few) => fc.sample(values, few).some(fits))) {
    throw new Error('no generated value fits the schema: give the part that is at fault an example');
  }
  return values.filter(fits);
}

/** How long lists get, by how many lists they are in: three within each other made answers that took a minute. */
const longest = [20, 4, 2];

/** `lists`: how many lists the value is in. */
function arbitraryOf(schema: JsonSchema, lists = 0): fc.Arbitrary<unknown> {
  const examples = (schema.examples ?? []) as unknown[];
  const generated = generatedOf(schema, lists);
  return examples.length === 0 ? generated : fc.oneof(fc.constantFrom(...examples), generated);
}

function generatedOf(schema: JsonSchema, lists: number): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined)
    return fc.oneof(...(choices as JsonSchema[]).map((choice) => arbitraryOf(choice, lists)));
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -1_000_000, Number.MIN_SAFE_INTEGER),
        max: Math.min(schema.maximum ?? 1_000_000, Number.MAX_SAFE_INTEGER),
      });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(arbitraryOf((schema.items ?? {}) as JsonSchema, lists + 1), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 5, longest[lists] ?? 1)),
      });
    case 'object':
      return objectOf(schema, lists);
    default:
      return fc.jsonValue();
  }
}

function objectOf(schema: JsonSchema, lists: number): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  if (properties.length === 0 && typeof schema.additionalProperties === 'object') {
    return fc.dictionary(fc.string(), arbitraryOf(schema.additionalProperties as JsonSchema, lists), {
      maxKeys: 5,
    });
  }
  return fc.record(
    Object.fromEntries(properties.map(([name, property]) => [name, arbitraryOf(property, lists)])),
    {
      requiredKeys: (schema.required ?? []) as string[],
    },
  );
}

function textOf(schema: JsonSchema): fc.Arbitrary<string> {
  switch (schema.format) {
    case 'date-time':
      return fc
        .date({
          min: new Date('2000-01-01T00:00:00Z'),
          max: new Date('2100-01-01T00:00:00Z'),
          noInvalidDate: true,
        })
        .map((date) => date.toISOString());
    case 'email':
      return fc.emailAddress();
    case 'ipv4':
      return fc.ipV4();
    case 'ipv6':
      return fc.ipV6();
    case 'uri':
      return fc.webUrl();
  }
  const plain = fc.string({
    minLength: schema.minLength ?? 0,
    maxLength: Math.min(schema.maxLength ?? 50, 100),
    unit: 'grapheme',
  });
  // Classes of Unicode can't be turned into text; the filter takes what fits.
  const generative = schema.pattern !== undefined && !/\\p\{/i.test(schema.pattern);
  return generative ? fc.stringMatching(new RegExp(schema.pattern!)) : plain;
}
