import { exampleOf } from './example-of.ts';
import type { ClientDocument, Schema } from './python-client.ts';

type Operations = ClientDocument['paths'][string];
type NamedSchemas = ClientDocument['components']['schemas'];

/**
 * Writes the operations of the document as a collection (Postman v2.1), which Postman, Bruno, Insomnia and Hoppscotch read: a folder for each
 * family, `{{url}}` and `{{key}}` as variables.
 */
export function requestCollection(document: ClientDocument): string {
  const families = new Map<string, object[]>();
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations)) {
      const [family = 'API'] = (operation as { tags?: readonly string[] }).tags ?? [];
      families.set(family, [
        ...(families.get(family) ?? []),
        request(method, path, operation, document.components.schemas),
      ]);
    }
  const collection = {
    info: {
      name: `Sonde ${document.info.version}`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: [
      { key: 'url', value: 'http://127.0.0.1:8080' },
      { key: 'key', value: '' },
    ],
    item: [...families].map(([name, item]) => ({ name, item })),
  };
  return `${JSON.stringify(collection, null, 1)}\n`;
}

function request(
  method: string,
  path: string,
  { summary, parameters = [], requestBody }: Operations[string],
  named: NamedSchemas,
) {
  const segments = path.slice(1).split('/');
  const described = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const query = described('query').map(({ name, description, required, schema }) => ({
    key: name,
    value: required ? valueText(schema, named) : '',
    disabled: !required,
    ...(description === undefined ? {} : { description }),
  }));
  const variable = described('path').map(({ name, description, schema }) => ({
    key: name,
    value: valueText(schema, named),
    ...(description === undefined ? {} : { description }),
  }));
  const [[type, { schema: bodySchema } = {}] = []] = Object.entries(requestBody?.content ?? {});
  const asVariable = (segment: string) => segment.replace(/\{(\w+)\}/g, ':$1');
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      header: type === undefined ? [] : [{ key: 'Content-Type', value: type }],
      url: {
        raw: `{{url}}/${segments.map(asVariable).join('/')}`,
        host: ['{{url}}'],
        path: segments.map(asVariable),
        query,
        variable,
      },
      ...(type === undefined ? {} : { body: { mode: 'raw', raw: bodyText(type, bodySchema, named) } }),
    },
  };
}

function valueText(schema: Schema | undefined, named: NamedSchemas): string {
  const example = exampleOf(schema, named);
  return example === undefined ? '' : String(example);
}

/** The body that the document has an example of, or whose members it has examples of. */
function bodyText(type: string, schema: Schema | undefined, named: NamedSchemas): string {
  const example = exampleOf(schema, named);
  if (typeof example === 'string' && !type.endsWith('json')) return example;
  if (example === undefined) return type.includes('json') ? '{}' : '';
  return typeof example === 'string' ? example : JSON.stringify(example, null, 1);
}
