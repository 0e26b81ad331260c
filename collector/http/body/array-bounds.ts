import { z } from 'zod';
import { HttpError } from '../http-error.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

interface Bound {
  readonly path: readonly string[];
  readonly maxItems: number;
}

/**
 * Prepares looking whether arrays are too long before their items are looked at: a schema says so only after it has found
 * fault with each of them. It throws an answer of 400.
 */
export function compileArrayBounds(schema: z.ZodType): (value: unknown) => void {
  const bounds = boundsOf(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }),
    [],
  );
  return (value) => {
    for (const { path, maxItems } of bounds) {
      const found = valueAt(value, path);
      if (!Array.isArray(found) || found.length <= maxItems) continue;
      const name = path.join('.');
      const message = `has more than ${maxItems} items`;
      throw new HttpError('invalid_input', `"${name}" in the body ${message}.`, {
        details: [{ path: name, message }],
      });
    }
  };
}

/** Of arrays that lie in objects alone; of several forms, what the roomiest takes. */
function boundsOf(schema: JsonSchema, path: readonly string[]): Bound[] {
  const forms = [...((schema.anyOf ?? []) as JsonSchema[]), ...((schema.oneOf ?? []) as JsonSchema[])];
  const own = schema.maxItems === undefined ? [] : [{ path, maxItems: schema.maxItems }];
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const found = new Map<string, Bound>();
  for (const bound of [
    ...own,
    ...forms.flatMap((form) => boundsOf(form, path)),
    ...properties.flatMap(([name, property]) => boundsOf(property, [...path, name])),
  ]) {
    const id = JSON.stringify(bound.path);
    const known = found.get(id);
    if (known === undefined || known.maxItems < bound.maxItems) found.set(id, bound);
  }
  return [...found.values()];
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}
