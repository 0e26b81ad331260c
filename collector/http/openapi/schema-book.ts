import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/**
 * A schema book turns zod schemas into schemas of OpenAPI 3.1, which are JSON Schema 2020-12. Schemas with an id
 * (`.meta({ id })`) become named ones that the document lists once.
 */
export class SchemaBook {
  readonly #named = new Map<string, { schema: JsonSchema; text: string }>();

  /** `input`: what a client sends, where defaults are optional. `output`: what it gets. */
  convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const {
      $schema: _dialect,
      $defs,
      ...json
    } = z.toJSONSchema(schema, { io, override: refine }) as JsonSchema;
    for (const [id, definition] of Object.entries(($defs ?? {}) as Record<string, JsonSchema>)) {
      this.#name(id, definition);
    }
    if (typeof json.id === 'string') {
      const { id, ...rest } = json;
      this.#name(id as string, rest);
      return { $ref: `#/components/schemas/${id}` };
    }
    return withReferences(json) as JsonSchema;
  }

  /** The named schemas so far, by name. */
  named(): Record<string, JsonSchema> {
    return Object.fromEntries(
      [...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, { schema }]) => [id, schema]),
    );
  }

  #name(id: string, definition: JsonSchema): void {
    const { id: _id, ...rest } = definition;
    const schema = withReferences(rest) as JsonSchema;
    const text = JSON.stringify(schema);
    const known = this.#named.get(id);
    if (known !== undefined && known.text !== text) throw new Error(`two schemas are named ${id}`);
    this.#named.set(id, { schema, text });
  }
}

/** Answers may grow fields, so the document must not promise that they never will. -2^53 as a minimum is only noise. */
function refine({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : withReferences(inner),
    ]),
  );
}
