import test from 'ava';
import { z } from 'zod';
import { endpoints } from '../../../collector/endpoints/index.ts';
import type { Endpoint } from '../../../collector/http/define-endpoint.ts';
import { countInAnswer, countOnAllPages } from '../../../shared/schemas/list-count.ts';

/** Counts that are no number of items of a list beside them: of queries, of all days, or null if nothing is known. */
const noLists = [
  'GET /api/v1/dns-monitoring/threats/counts',
  'GET /api/v1/dns-monitoring/threats/{id}',
  'PUT /api/v1/dns-monitoring/threats/{id}/owner',
  'PUT /api/v1/dns-monitoring/threats/{id}/reopen',
  'PUT /api/v1/dns-monitoring/threats/{id}/resolve',
  'PUT /api/v1/threat-intel/indicators/{source}',
  'GET /api/v2/intel/tech-stack/{domain}',
  'POST /api/tech/scan',
];

/** A policy document names its resolver in text: plugins of earlier versions hold it against theirs to the letter. */
const inText = /\/\$defs\/Policy(?:Document|Change)\/properties\/resolver_id$/;

const shapeOf = (schema: unknown) => (schema instanceof z.ZodObject ? schema.shape : {});

test('count means one thing: all pages if there are pages to choose from, the answer otherwise', (t) => {
  const wrong: string[] = [];
  let lists = 0;
  for (const endpoint of endpoints as readonly Endpoint<never>[]) {
    const operation = `${endpoint.method} ${endpoint.path}`;
    const { count } = shapeOf(endpoint.response);
    if (count === undefined || noLists.includes(operation)) continue;
    lists++;
    const asked = shapeOf(endpoint.query);
    const isPaged = 'offset' in asked || 'page' in asked;
    const meant = [countOnAllPages, countInAnswer].indexOf(count as typeof countInAnswer);
    if (meant < 0 || (isPaged && meant !== 0)) wrong.push(operation);
  }
  t.deepEqual(wrong, []);
  t.true(lists > 40, String(lists));
});

test('a resolver has a number wherever it is named but in policy documents', (t) => {
  const wrong: string[] = [];
  const look = (schema: unknown, path: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [key, part] of Object.entries(schema)) {
      const where = `${path}/${key}`;
      if (key === 'resolver_id' && path.endsWith('/properties') && !inText.test(where)) {
        const types = [part, ...((part as { anyOf?: unknown[] }).anyOf ?? [])] as { type?: string }[];
        if (types.some(({ type }) => type !== undefined && type !== 'integer' && type !== 'null'))
          wrong.push(where);
      }
      look(part, where);
    }
  };
  for (const { method, path, response, body, query } of endpoints as readonly Endpoint<never>[]) {
    for (const schema of [response, query, body]) {
      if (schema instanceof z.ZodType)
        look(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), `${method} ${path}`);
    }
  }
  t.deepEqual(wrong, []);
});
