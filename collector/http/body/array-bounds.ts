import { z } from 'zod';
import { HttpError } from '../http-error.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

interface Bound {
  readonly path: readonly string[];
  readonly maxItems: number;
  /** The kind that each item has to be of; undefined if there are several possibilities. */
  readonly kind: string | undefined;
}

/** Items that the schema may find fault with one by one. */
const fewItems = 64;

/**
 * Prepares looking at arrays before the schema does, which goes on to the end if it finds fault: whether they are too
 * long, and, if they are long, whether each item is at least of the right kind. It throws an answer of 400 at the first
 * fault.
 */
export function compileArrayBounds(schema: z.ZodType): (value: unknown) => void {
  const bounds = boundsOf(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }),
    [],
  );
  return (value) => {
    for (const { path, maxItems, kind } of bounds) {
      const found = valueAt(value, path);
      if (!Array.isArray(found)) continue;
      const name = path.join('.');
      if (found.length > maxItems) throw invalid(name, `has more than ${maxItems} items`);
      if (kind === undefined || found.length <= fewItems) continue;
      const wrong = found.findIndex((item) => kindOf(item) !== kind);
      if (wrong !== -1) throw invalid(`${name}.${wrong}`, `is not of the type ${kind}`);
    }
  };
}

function invalid(path: string, message: string): HttpError {
  return new HttpError('invalid_input', `"${path}" in the body ${message}.`, {
    details: [{ path, message }],
  });
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Finds the bounds of arrays that lie in objects alone; of several forms, what the roomiest takes. */
function boundsOf(schema: JsonSchema, path: readonly string[]): Bound[] {
  const forms = [...((schema.anyOf ?? []) as JsonSchema[]), ...((schema.oneOf ?? []) as JsonSchema[])];
  const { maxItems, items } = schema;
  const own =
    maxItems === undefined ? [] : [{ path, maxItems, kind: kindOfItems(items as JsonSchema | undefined) }];
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const found = new Map<string, Bound>();
  for (const bound of [
    ...own,
    ...forms.flatMap((form) => boundsOf(form, path)),
    ...properties.flatMap(([name, property]) => boundsOf(property, [...path, name])),
  ]) {
    const id = JSON.stringify(bound.path);
    const known = found.get(id);
    const kind = known === undefined || known.kind === bound.kind ? bound.kind : undefined;
    const most = Math.max(known?.maxItems ?? 0, bound.maxItems);
    found.set(id, { path: bound.path, maxItems: most, kind });
  }
  return [...found.values()];
}

function kindOfItems({ type }: JsonSchema = {}): string | undefined {
  if (Array.isArray(type)) return undefined;
  return type === 'integer' ? 'number' : type;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}
