import test from 'ava';
import { z } from 'zod';
import { endpoints } from '../../../collector/endpoints/index.ts';
import type { Endpoint } from '../../../collector/http/define-endpoint.ts';
import { largestJson, ordinaryJson } from '../../../collector/http/json-limits.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Octets and members of the largest value that a schema takes, as far as it says; texts without a bound have few characters. */
interface Size {
  readonly bytes: number;
  readonly members: number;
}

const unbounded = 256;
const ofFormat: Readonly<Record<string, number>> = { uuid: 36, ipv4: 15, ipv6: 45, 'date-time': 32 };
const sum = (sizes: readonly Size[]): Size => ({
  bytes: sizes.reduce((all, { bytes }) => all + bytes, 2),
  members: sizes.reduce((all, { members }) => all + members + 1, 1),
});

function largest(schema: JsonSchema, depth = 0): Size {
  const choices = [...((schema.anyOf ?? []) as JsonSchema[]), ...((schema.oneOf ?? []) as JsonSchema[])];
  if (choices.length > 0) {
    const sizes = choices.map((choice) => largest(choice, depth + 1));
    return {
      bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
      members: Math.max(...sizes.map(({ members }) => members)),
    };
  }
  if (schema.type === 'array' && depth < 8) {
    const item = largest((schema.items ?? {}) as JsonSchema, depth + 1);
    const count = Math.min(schema.maxItems ?? 16, 20_000);
    return { bytes: 2 + count * (item.bytes + 1), members: 1 + count * (item.members + 1) };
  }
  if (schema.type === 'object' && depth < 8)
    return sum(
      Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([name, part]) => {
        const { bytes, members } = largest(part, depth + 1);
        return { bytes: name.length + 4 + bytes, members };
      }),
    );
  if (schema.type === 'string' && schema.enum === undefined)
    return { bytes: 2 + (schema.maxLength ?? ofFormat[schema.format ?? ''] ?? unbounded), members: 0 };
  return { bytes: 24, members: 0 };
}

test('each operation reads the largest body that its schema takes, as far as any does', (t) => {
  const wrong: string[] = [];
  for (const { method, path, body, jsonLimits = ordinaryJson } of endpoints as readonly Endpoint<never>[]) {
    if (body === undefined || 'contentTypes' in body) continue;
    const schema = z.toJSONSchema(body, { io: 'input', reused: 'inline', unrepresentable: 'any' });
    const { bytes, members } = largest(schema);
    const isEnough =
      jsonLimits.bytes >= Math.min(bytes, largestJson.bytes) &&
      jsonLimits.members >= Math.min(members, largestJson.members);
    const isBounded = jsonLimits.bytes <= largestJson.bytes && jsonLimits.members <= largestJson.members;
    if (!isEnough || !isBounded) wrong.push(`${method} ${path}: ${bytes} octets, ${members} members`);
  }
  t.deepEqual(wrong, []);
});
