import { z } from 'zod';
import { storedQuerySchema } from '../../schemas/stored-query.ts';
import { threatSchema } from '../../schemas/threat.ts';
import type { SinkStream } from '../define-sink.ts';

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly $ref?: string;
}

const timestamp = "DateTime64(6, 'UTC')";
const plainTypes: Readonly<Record<string, string>> = { integer: 'Int64', number: 'Float64', boolean: 'Bool' };

/** The columns of Parquet files: the fields of the flat JSON, in types that ClickHouse names. */
export const parquetStructures: Readonly<Record<Exclude<SinkStream, 'connections'>, string>> = {
  queries: structureOf(storedQuerySchema.shape, { id: 'String' }),
  threats: structureOf(threatSchema.shape, { change: 'String', changed_at: timestamp }),
};

function structureOf(shape: z.ZodRawShape, before: Readonly<Record<string, string>>): string {
  const whole = z.toJSONSchema(z.object(shape), { io: 'output', unrepresentable: 'any' });
  const { properties = {} } = whole as JsonSchema;
  const shared = (whole.$defs ?? {}) as Record<string, JsonSchema>;
  const own = Object.entries(properties).map(([name, property]) => [name, typeOf(property, shared)]);
  return [...Object.entries(before), ...own].map(([name, type]) => `\`${name}\` ${type}`).join(', ');
}

/** An object of which nothing is known is text; of one that may be missing all fields may be. */
function typeOf(
  schema: JsonSchema,
  shared: Readonly<Record<string, JsonSchema>>,
  isNullable = false,
): string {
  const { $ref, anyOf, type, format, items, properties } = schema;
  if ($ref !== undefined) return typeOf(shared[$ref.split('/').at(-1)!] ?? {}, shared, isNullable);
  const given = anyOf?.find((one) => one.type !== 'null');
  if (given !== undefined)
    return typeOf(given, shared, isNullable || anyOf!.some((one) => one.type === 'null'));
  if (Array.isArray(type)) {
    const [own] = type.filter((one) => one !== 'null');
    return typeOf({ ...schema, type: own ?? 'string' }, shared, isNullable || type.includes('null'));
  }
  if (type === 'array') return `Array(${typeOf(items ?? {}, shared)})`;
  if (type === 'object' && properties !== undefined) {
    const parts = Object.entries(properties).map(
      ([name, part]) => `\`${name}\` ${typeOf(part, shared, isNullable)}`,
    );
    return `Tuple(${parts.join(', ')})`;
  }
  const plain = format === 'date-time' ? timestamp : (plainTypes[String(type)] ?? 'String');
  return isNullable ? `Nullable(${plain})` : plain;
}
