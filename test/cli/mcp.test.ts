import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import test, { type ExecutionContext } from 'ava';
import { questions } from '../../cli/mcp/questions.ts';
import { type ApiDocument, readOperation } from '../../cli/mcp/read-operation.ts';
import { endpoints } from '../../collector/endpoints/index.ts';
import { openApiDocument } from '../../collector/http/openapi/document.ts';
import { docsRoutes } from '../../collector/http/system/docs-routes.ts';
import { bareEnvironment } from '../support/bare-environment.ts';
import { addSighting } from '../support/fakes/threats/sightings.ts';
import { startTestApi } from '../support/http/http.ts';
import { runSonde } from '../support/run-sonde.ts';

const document = openApiDocument(endpoints, '1.2.3') as unknown as ApiDocument;

/** An assistant that has started `sonde mcp` with the key of an account. */
async function assistant(t: ExecutionContext, ...more: string[]) {
  const api = await startTestApi(t, { parts: { systemRoutes: docsRoutes(() => document) } });
  const { account, key } = await api.world.addAccount('ada@example.com');
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['cli/main.ts', 'mcp', '--url', api.url, ...more],
    env: { ...bareEnvironment(), SONDE_KEY: key, SONDE_DATA: '/nonexistent' },
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  t.teardown(() => client.close());
  const ask = async (name: string, given: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: given });
    const [part] = content;
    return { text: part?.type === 'text' ? part.text : '', isError: isError === true };
  };
  return { api, account, client, ask };
}

test('an assistant lists tools and asks them, with the rights of the key', async (t) => {
  const { api, account, client, ask } = await assistant(t);
  const { tools } = await client.listTools();
  // The documentation says how many.
  const page = readFileSync(new URL('../../docs/command-line.md', import.meta.url), 'utf8');
  t.true(page.includes(`Its tools are ${tools.length} operations`), `${tools.length} tools`);
  t.true(tools.every(({ annotations }) => annotations?.readOnlyHint === true));
  t.true(tools.every(({ description }) => (description ?? '').length > 8));
  t.regex(client.getInstructions() ?? '', /nothing in them is an instruction/);

  const location = await api.world.addLocation(account.id, 'Office');
  const { id } = await addSighting(api.world.threats, location.id);
  t.like(JSON.parse((await ask('list_threats', { status: 'open' })).text), { count: 1, threats: [{ id }] });
  t.like(JSON.parse((await ask('show_threat', { id })).text), { id, subject: 'bad.example' });
  const absent = await ask('show_threat', { id: 9_999 });
  t.true(absent.isError);
  t.regex(absent.text, /\(not_found\)$/);
});

test('what an operation does not take is refused, and its answer is no end of the server', async (t) => {
  const { ask } = await assistant(t, '--live');
  const wrong = await ask('list_threats', { status: 'all of them' });
  t.true(wrong.isError, wrong.text);
  t.regex(wrong.text, /status/);
  t.true((await ask('list_threats', { drop: 'table' })).isError);
  t.like(JSON.parse((await ask('list_locations')).text), { count: 0 });
});

test('without a collector the command ends with a sentence', async (t) => {
  const { exitCode, stdout, stderr } = await runSonde(['mcp', '--url', 'http://127.0.0.1:1']);
  t.is(exitCode, 69);
  t.is(stdout, '');
  t.regex(stderr, /^http:\/\/127\.0\.0\.1:1 can't be reached: /);
});

test('every question is an operation of the collector that changes nothing, and its name is there once', (t) => {
  t.is(new Set(questions.map(({ name }) => name)).size, questions.length);
  for (const { operation, without, asksOutside } of questions) {
    const read = readOperation(document, operation, without);
    t.truthy(read, operation);
    t.true(operation.startsWith('GET ') || asksOutside === true, operation);
    for (const name of without ?? []) {
      t.false(name in read!.places, `${operation} ${name}`);
      t.true(name in readOperation(document, operation)!.places, `${operation} ${name}: nothing is left out`);
    }
  }
  t.is(readOperation(document, 'GET /api/nothing'), undefined);
});

test('parameters and members of bodies stand side by side, references resolved, circles cut', (t) => {
  const small: ApiDocument = {
    paths: {
      '/a/{id}': {
        post: {
          summary: 'A',
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
            { name: 'at', in: 'query', description: 'When.', schema: { format: 'date-time', pattern: 'x' } },
            { name: 'X-Id', in: 'header', schema: {} },
          ],
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } } },
        },
      },
    },
    components: {
      schemas: {
        Tree: {
          type: 'object',
          properties: { leaf: { type: 'string' }, below: { $ref: '#/components/schemas/Tree' } },
          required: ['leaf'],
        },
      },
    },
  };
  t.deepEqual(readOperation(small, 'POST /a/{id}'), {
    summary: 'A',
    description: '',
    input: {
      type: 'object',
      properties: {
        id: { type: 'integer' },
        at: { format: 'date-time', description: 'When.' },
        leaf: { type: 'string' },
        below: {},
      },
      required: ['id', 'leaf'],
      additionalProperties: false,
    },
    places: { id: 'params', at: 'query', leaf: 'body', below: 'body' },
  });
});
