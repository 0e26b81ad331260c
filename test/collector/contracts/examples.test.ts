import test from 'ava';
import type { z } from 'zod';
import { endpoints } from '../../../collector/endpoints/index.ts';
import { openApiDocument } from '../../../collector/http/openapi/document.ts';
import { exampleOf } from '../../../scripts/package/clients/example-of.ts';
import type { ClientDocument } from '../../../scripts/package/clients/python-client.ts';

const document = openApiDocument(endpoints, '1.2.3') as ClientDocument;
const { schemas } = document.components;

/** What people can read and write; of other bodies an example would be no help. */
const isText = (type: string) => /^text\/|json$|urlencoded$/.test(type);

test('every value that must be there has an example, which its own schema accepts', (t) => {
  const wrong: string[] = [];
  let count = 0;
  const judge = (what: string, example: unknown, schema: z.ZodType | undefined) => {
    count++;
    if (example === undefined) wrong.push(`${what}: no example`);
    else if (schema?.safeParse(example).success === false)
      wrong.push(`${what}: refuses ${JSON.stringify(example)}`);
  };
  for (const { method, path, params, query, body } of endpoints) {
    const { parameters = [], requestBody } = document.paths[path]![method.toLowerCase()]!;
    const shapes = { path: shapeOf(params), query: shapeOf(query), header: {} as Record<string, z.ZodType> };
    for (const { name, in: where, required, schema } of parameters)
      if (required) judge(`${method} ${path} ${name}`, exampleOf(schema, schemas), shapes[where][name]);
    for (const [type, { schema }] of Object.entries(requestBody?.content ?? {})) {
      if (body !== undefined && 'contentTypes' in body && !isText(type)) continue;
      const own = body === undefined || 'contentTypes' in body ? body?.schemas[type] : body;
      judge(`${method} ${path} ${type}`, exampleOf(schema, schemas), own);
    }
  }
  t.true(count > 150);
  t.deepEqual(wrong, []);
});

function shapeOf(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  return (schema as z.ZodObject | undefined)?.shape ?? {};
}
