/** A schema is the part of a JSON Schema that is read here. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface DocumentedOperation {
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json'?: { readonly schema: Schema } } };
}

/** The API document is the part of `/openapi.json` that is read here. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

export interface ReadOperation {
  readonly summary: string;
  readonly description: string;
  /** Of one object that has parameters of the path and the query, and members of the body, side by side. */
  readonly input: Schema;
  /** The place of each argument: path, query or body. */
  readonly places: Readonly<Record<string, 'params' | 'query' | 'body'>>;
}

const placesByKind: Readonly<Record<string, 'params' | 'query'>> = { path: 'params', query: 'query' };

/**
 * Reads the description of one operation from the API document; undefined if the collector does not have that
 * operation.
 */
export function readOperation(
  { paths, components }: ApiDocument,
  name: string,
  without: readonly string[] = [],
): ReadOperation | undefined {
  const [method = '', path = ''] = name.split(' ');
  const operation = paths[path]?.[method.toLowerCase()];
  if (operation === undefined) return undefined;
  const properties: Record<string, Schema> = {};
  const places: Record<string, 'params' | 'query' | 'body'> = {};
  const required: string[] = [];
  const add = (one: string, place: 'params' | 'query' | 'body', schema: Schema, needed: boolean) => {
    if (without.includes(one)) return;
    properties[one] = schema;
    places[one] = place;
    if (needed) required.push(one);
  };
  for (const { name: one, in: kind, schema, description, required: needed = false } of operation.parameters ??
    []) {
    const place = placesByKind[kind];
    if (place === undefined) continue;
    const said = description === undefined ? {} : { description };
    add(one, place, { ...shortened(schema), ...said }, needed);
  }
  const body = resolved(
    operation.requestBody?.content['application/json']?.schema,
    components?.schemas ?? {},
  );
  const members = (body?.properties ?? {}) as Readonly<Record<string, Schema>>;
  for (const [one, schema] of Object.entries(members))
    add(one, 'body', schema, ((body?.required ?? []) as readonly string[]).includes(one));
  const { summary, description = '' } = operation;
  return {
    summary,
    description,
    input: { type: 'object', properties, required, additionalProperties: false },
    places,
  };
}

/** Without the pattern of times, which is longer than all else and says what the format says, and without a format that validators do not know. */
function shortened({ pattern, format, ...schema }: Schema): Schema {
  return {
    ...schema,
    ...(format !== undefined && format !== 'idn-hostname' && { format }),
    ...(pattern !== undefined && format !== 'date-time' && { pattern }),
  };
}

/** With what it refers to in its place; what refers to itself is anything from there on. */
function resolved(
  schema: Schema | undefined,
  schemas: Readonly<Record<string, Schema>>,
  within: readonly string[] = [],
): Schema | undefined {
  if (schema === undefined) return undefined;
  const visit = (value: unknown, names: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => visit(one, names));
    if (typeof value !== 'object' || value === null) return value;
    const { $ref } = value as { $ref?: unknown };
    if (typeof $ref === 'string') {
      const name = $ref.slice($ref.lastIndexOf('/') + 1);
      return names.includes(name) ? {} : visit(schemas[name] ?? {}, [...names, name]);
    }
    return shortened(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, visit(one, names)])));
  };
  return visit(schema, within) as Schema;
}
