import { comment, type JsonSchema, typeText } from './type-text.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

type Content = Readonly<Record<string, { readonly schema?: JsonSchema }>>;

interface Operation {
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

/** The API document is the part of an OpenAPI 3.1 document that is read here. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
  /** Events of the real-time channel: the schema of each one's payload. */
  readonly 'x-events'?: Readonly<Record<string, { readonly summary: string; readonly payload: JsonSchema }>>;
}

const heading = [
  '// Generated from the OpenAPI document of the endpoint table: `npm run format` writes this file, `npm run check` compares it.',
  "import type { RawBody } from './raw-body.ts';",
  '',
].join('\n');

/** Writes the module of the API's types: the named schemas, every operation by its method and path, the events. */
export function writeApiTypes(document: ApiDocument): string {
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `${comment(schema.description, '')}export type ${name} = ${typeText(schema)};\n`,
  );
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationText(method, path, operation)),
  );
  const events = Object.entries(document['x-events'] ?? {}).map(
    ([name, { summary, payload }]) => `${comment(summary, '  ')}  ${name}: ${typeText(payload, '  ')};\n`,
  );
  return [
    heading,
    ...schemas,
    `/** Every operation by its method and path. */\nexport interface Operations {\n${operations.join('')}}\n`,
    `/** The payloads of the events that the server publishes. */\nexport interface PublishedEvents {\n${events.join('')}}\n`,
  ].join('\n');
}

function operationText(method: string, path: string, operation: Operation): string {
  const parts = {
    params: parametersText(operation, 'path'),
    query: parametersText(operation, 'query'),
    headers: parametersText(operation, 'header'),
    body: bodyText(operation),
    answer: answerText(operation),
  };
  const lines = Object.entries(parts).map(([name, type]) => `    ${name}: ${type};\n`);
  return `${comment(operation.summary, '  ')}  '${method.toUpperCase()} ${path}': {\n${lines.join('')}  };\n`;
}

function parametersText(operation: Operation, place: Parameter['in']): string {
  const found = (operation.parameters ?? []).filter((parameter) => parameter.in === place);
  if (found.length === 0) return 'undefined';
  const properties = Object.fromEntries(
    found.map(({ name, description, schema }) => [name, { ...schema, description }]),
  );
  const required = found.filter((parameter) => parameter.required).map(({ name }) => name);
  return typeText({ type: 'object', properties, required }, '    ');
}

function bodyText({ requestBody }: Operation): string {
  if (requestBody === undefined) return 'undefined';
  const { 'application/json': json, ...others } = requestBody.content;
  const types = json?.schema === undefined ? [] : [typeText(json.schema, '    ')];
  const raw = Object.keys(others);
  if (json !== undefined && json.schema === undefined) raw.push('application/json');
  if (raw.length > 0) types.push(`RawBody<${raw.map((type) => JSON.stringify(type)).join(' | ')}>`);
  if (!requestBody.required) types.push('undefined');
  return types.join(' | ');
}

function answerText({ responses }: Operation): string {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  // Protocols with a JSON of their own, such as SCIM, name it `application/scim+json`.
  const [, json] =
    Object.entries(success?.content ?? {}).find(([type]) => /^application\/(\w+\+)?json\b/.test(type)) ?? [];
  const schema = json?.schema;
  return schema === undefined ? 'undefined' : typeText(schema, '    ');
}
