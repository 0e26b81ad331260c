import type { ClientDocument, Schema } from './python-client.ts';

type Operations = ClientDocument['paths'][string];

/**
 * Writes the operations of the document as a collection (Postman v2.1), which Postman, Bruno, Insomnia and Hoppscotch read: a folder for each
 * family, `{{url}}` and `{{key}}` as variables.
 */
export function requestCollection(document: ClientDocument): string {
  const families = new Map<string, object[]>();
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations)) {
      const [family = 'API'] = (operation as { tags?: readonly string[] }).tags ?? [];
      families.set(family, [...(families.get(family) ?? []), request(method, path, operation)]);
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
) {
  const segments = path.slice(1).split('/');
  const described = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const query = described('query').map(({ name, description, required, schema }) => ({
    key: name,
    value: required ? valueText(schema) : '',
    disabled: !required,
    ...(description === undefined ? {} : { description }),
  }));
  const variable = described('path').map(({ name, description, schema }) => ({
    key: name,
    value: valueText(schema),
    ...(description === undefined ? {} : { description }),
  }));
  const [[type, { schema: bodySchema } = {}] = []] = Object.entries(requestBody?.content ?? {});
  const named = (segment: string) => segment.replace(/\{(\w+)\}/g, ':$1');
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      header: type === undefined ? [] : [{ key: 'Content-Type', value: type }],
      url: {
        raw: `{{url}}/${segments.map(named).join('/')}`,
        host: ['{{url}}'],
        path: segments.map(named),
        query,
        variable,
      },
      ...(type === undefined
        ? {}
        : { body: { mode: 'raw', raw: type.includes('json') ? bodyText(bodySchema) : '' } }),
    },
  };
}

/** The value that a request is filled in with: the first that the document has as an example, or that may be at all; else nothing. */
function exampleOf(schema: Schema = {}): unknown {
  return schema.examples?.[0] ?? schema.enum?.[0];
}

function valueText(schema: Schema | undefined): string {
  const example = exampleOf(schema);
  return example === undefined ? '' : String(example);
}

/** The members that a body must have and of which the document has an example. */
function bodyText({ properties = {}, required = [] }: Schema = {}): string {
  const members = required.flatMap((name) => {
    const example = exampleOf(properties[name]);
    return example === undefined ? [] : [[name, example] as const];
  });
  return JSON.stringify(Object.fromEntries(members), null, 1);
}
