import type { AnswerOf } from '@sonde/client/operation-types.ts';

type Given = AnswerOf<'GET /api/v1/dns-monitoring/locations/{id}/site'>['roles'][number];
export type ClientRole = Given['role'];

/** A known role is what a client or a network is for: as it was said, as it was learned, or both. */
export interface KnownRole {
  readonly client: string;
  readonly said: ClientRole | undefined;
  readonly learned:
    | { readonly role: ClientRole; readonly since: string | null; readonly last: string | null }
    | undefined;
}

/** Gathers the roles by client, in the order of the answer: what was said stands first. */
export function rolesByClient(roles: readonly Given[]): KnownRole[] {
  const known = new Map<string, KnownRole>();
  for (const { client, role, source, since, last_seen: last } of roles) {
    const before = known.get(client) ?? { client, said: undefined, learned: undefined };
    known.set(
      client,
      source === 'operator'
        ? { ...before, said: before.said ?? role }
        : { ...before, learned: { role, since, last } },
    );
  }
  return [...known.values()];
}
