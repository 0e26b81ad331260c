import fc from 'fast-check';
import type { z } from 'zod';
import type { Endpoint } from '../../../collector/http/define-endpoint.ts';
import { errorCatalogue } from '../../../collector/http/error-catalogue.ts';
import { errorCodesOf } from '../../../collector/http/openapi/error-responses.ts';
import type { Answer } from '../http/http.ts';
import { arbitraryInput } from './arbitrary-from-schema.ts';

/** Sends a request to the operation that is tried: its path filled, its query as text, its body as text. */
export type SendInput = (path: string, query: string, body: string | undefined) => Promise<Answer>;

/** What the contract takes is answered as the contract says, or refused with a code that the document names. */
export async function answersWhatFits(
  endpoint: Endpoint<never>,
  send: SendInput,
  runs: number,
): Promise<void> {
  const { body } = endpoint;
  const input = fc.record({
    params: endpoint.params === undefined ? fc.constant({}) : arbitraryInput(endpoint.params),
    query: endpoint.query === undefined ? fc.constant({}) : arbitraryInput(endpoint.query),
    body: body === undefined || 'contentTypes' in body ? fc.constant(undefined) : arbitraryInput(body),
  });
  await fc.assert(
    fc.asyncProperty(input, async ({ params, query, body: value }) => {
      const text = body !== undefined && 'contentTypes' in body ? '{"queries":[]}' : JSON.stringify(value);
      const answer = await send(fillPath(endpoint, params as Values), queryOf(query as Values), text);
      checkAnswer(endpoint, answer);
      // Whatever else: it was not refused for its shape.
      if (answer.body.code === 'invalid_input') fitsButMeansNothing(answer);
    }),
    { numRuns: runs },
  );
}

/** What the contract does not take is refused in the one shape, and nothing is a fault. */
export async function refusesWhatDoesNotFit(
  endpoint: Endpoint<never>,
  send: SendInput,
  runs: number,
): Promise<void> {
  const input = fc.record({
    path: fc.array(hostileSegment, { minLength: 3, maxLength: 3 }),
    query: fc.array(
      fc.tuple(fc.oneof(fc.constantFrom(...namesOf(endpoint.query)), hostileText), hostileText),
      { maxLength: 4 },
    ),
    body: fc.oneof(fc.json({ maxDepth: 4 }), hostileText, mutated(endpoint.body)),
  });
  await fc.assert(
    fc.asyncProperty(input, async ({ path, query, body }) => {
      let next = 0;
      const filled = endpoint.path.replaceAll(/\{[a-z_]+\}/g, () => encodeURIComponent(path[next++] ?? 'x'));
      const parameters = query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
      checkAnswer(endpoint, await send(filled, parameters, body));
    }),
    { numRuns: runs },
  );
}

type Values = Readonly<Record<string, string | number | boolean>>;

const hostileText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '\0',
    "' OR 1=1 --",
    '../../../etc/passwd',
    '#{7*7}',
    '__proto__',
    'constructor',
    'NaN',
    '-0',
    '1e309',
    '9007199254740993',
    '\u202e\ufeff',
    '<script>',
  ),
  fc.nat().map(String),
);

/** Without a segment, or with a dotted one, it would be another path. */
const hostileSegment = hostileText.map((text) => (/^\.{0,2}$/.test(text) ? 'x' : text));

/** Codes of the road to an operation, before it is known which one is meant. */
const routeCodes = ['unknown_route', 'method_not_allowed'];

function checkAnswer(endpoint: Endpoint<never>, answer: Answer): void {
  if (answer.status === (endpoint.status ?? 200)) {
    const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
    if (endpoint.streams?.includes(type)) return;
    const checked = endpoint.response.safeParse(answer.body);
    if (!checked.success) throw new Error(`the answer does not fit: ${answer.text}`);
    return;
  }
  const { code, error, request_id: requestId } = answer.body;
  const documented: readonly string[] = [...errorCodesOf(endpoint), ...routeCodes];
  if (answer.status >= 500) throw new Error(`a fault: ${answer.text}`);
  if (!documented.includes(String(code))) throw new Error(`${code} is not documented: ${answer.text}`);
  if (errorCatalogue[code as keyof typeof errorCatalogue].status !== answer.status) {
    throw new Error(`${code} with ${answer.status}`);
  }
  if (typeof error !== 'string' || error === '' || typeof requestId !== 'string') {
    throw new Error(`not the shape of failures: ${answer.text}`);
  }
}

/** Refusals that a schema can't express: a range backwards, parameters that exclude each other. */
function fitsButMeansNothing(answer: Answer): void {
  const details = answer.body.details as { message: string }[] | undefined;
  if (details === undefined || details.some(({ message }) => message.startsWith('Invalid input'))) {
    throw new Error(`refused what the contract takes: ${answer.text}`);
  }
}

function fillPath(endpoint: Endpoint<never>, params: Values): string {
  return endpoint.path.replaceAll(/\{([a-z_]+)\}/g, (_match, name: string) =>
    encodeURIComponent(segment(String(params[name]))),
  );
}

/** Clients take dots alone for steps within the path, however they are written: that would be another operation. */
function segment(text: string): string {
  return /^\.{1,2}$/.test(text) ? 'x' : text;
}

function queryOf(query: Values): string {
  return Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(plain(value))}`)
    .join('&');
}

/** Numbers as people write them: 1e-7 is for machines. */
function plain(value: string | number | boolean): string {
  return typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(6) : String(value);
}

function namesOf(schema: z.ZodType | undefined): [string, ...string[]] {
  const names = schema !== undefined && 'shape' in schema ? Object.keys(schema.shape as object) : [];
  return [names[0] ?? 'limit', ...names.slice(1)];
}

/** Bodies that fit but for one field. */
function mutated(body: Endpoint<never>['body']): fc.Arbitrary<string> {
  if (body === undefined || 'contentTypes' in body) return fc.json();
  return fc.tuple(arbitraryInput(body), fc.jsonValue(), fc.nat()).map(([value, other, index]) => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(other);
    const keys = Object.keys(value);
    const key = keys[index % Math.max(1, keys.length)] ?? 'x';
    return JSON.stringify({ ...value, [key]: other });
  });
}
