import { readFile } from 'node:fs/promises';
import test from 'ava';
import { typeText } from '../../client/generate/type-text.ts';
import { type ApiDocument, writeApiTypes } from '../../client/generate/write-api-types.ts';
import { endpoints } from '../../collector/endpoints/index.ts';
import { events } from '../../collector/events/index.ts';
import { openApiDocument } from '../../collector/http/openapi/document.ts';

const client = new URL('../../client/', import.meta.url);

test('the committed types are those of the endpoint table', async (t) => {
  const document = JSON.parse(JSON.stringify(openApiDocument(endpoints, '0', events))) as ApiDocument;
  const committed = await readFile(new URL('api-types.generated.ts', client), 'utf8');
  t.true(writeApiTypes(document) === committed, 'out of date: npm run format');
  for (const { method, path } of endpoints) t.true(committed.includes(`'${method} ${path}': {`), path);
  for (const name of Object.keys(events)) t.true(committed.includes(`  ${name}: {`), name);
});

test('schemas become types', (t) => {
  const cases: [object, string][] = [
    [{ type: 'string', maxLength: 3 }, 'string'],
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ enum: ['a', 1, null] }, '"a" | 1 | null'],
    [{ const: true }, 'true'],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'number' }] }, 'string | number'],
    [{ allOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }] }, '(A) & (null)'],
    [{ type: 'array', items: { type: ['string', 'null'] } }, 'Array<string | null>'],
    [{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] }, '[string, number]'],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, 'Record<string, number>'],
    [{ type: 'object' }, 'Record<string, unknown>'],
    [{}, 'unknown'],
    [
      {
        type: 'object',
        properties: { a: { type: 'string', description: 'ends */ here' }, 'b-c': {} },
        required: ['a'],
      },
      '{\n  /** ends * / here */\n  a: string;\n  "b-c"?: unknown;\n}',
    ],
  ];
  for (const [schema, expected] of cases) t.is(typeText(schema as Record<string, unknown>), expected);
});
