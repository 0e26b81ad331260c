import { z } from 'zod';

/** Reads a parameter's text as its type; text that is none of that type is left for the schema to refuse. */
type Reader = (text: string) => unknown;

/**
 * Makes the step between the URL, where all is text, and an object schema with numbers and booleans in it. Strict: `1e3`,
 * ` 5`, `0x10` and `yes` are no numbers and no booleans.
 */
export function compileCoercion(
  schema: z.ZodType,
): (parameters: Readonly<Record<string, string>>) => Record<string, unknown> {
  const readers = Object.entries(propertiesOf(schema)).map(
    ([name, property]) => [name, readerOf(property)] as const,
  );
  return (parameters) => {
    const values: Record<string, unknown> = {};
    for (const [name, read] of readers) {
      const text = parameters[name];
      if (text !== undefined) values[name] = read(text);
    }
    return values;
  };
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

function propertiesOf(schema: z.ZodType): Record<string, JsonSchema> {
  const json = z.toJSONSchema(schema, { io: 'input' });
  if (json.type !== 'object') throw new TypeError('parameters are declared by an object schema');
  return (json.properties ?? {}) as Record<string, JsonSchema>;
}

function readerOf(property: JsonSchema): Reader {
  switch (property.type) {
    case 'integer':
      return (text) => (/^-?\d{1,16}$/.test(text) ? Number(text) : text);
    case 'number':
      return (text) => (/^-?\d{1,16}(\.\d{1,16})?$/.test(text) ? Number(text) : text);
    case 'boolean':
      return (text) => (text === 'true' ? true : text === 'false' ? false : text);
    default:
      return (text) => text;
  }
}
