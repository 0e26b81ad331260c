import { z } from 'zod';
import type { Authenticate } from '../domain/access/authenticate.ts';
import { BodyReader } from '../http/body/body-reader.ts';
import { readJsonBody } from '../http/body/request-body.ts';
import type { CallQuota } from '../http/call-quota.ts';
import { resolveCaller } from '../http/resolve-caller.ts';
import type { GraphqlParts } from './graphql-routes.ts';

/** Bytes of one document with its variables. */
const maxBodyBytes = 64 * 1024;
const bodyBudget = 64 * 1024 * 1024;

/** How a request to GraphQL is let in: known, counted and read as one to any endpoint is. */
export function graphqlAdmission({
  authenticate,
  quota,
}: {
  authenticate: Authenticate;
  quota: CallQuota;
}): Pick<GraphqlParts, 'admit' | 'readJson'> {
  const bodies = new BodyReader(bodyBudget);
  return {
    admit: async (context) => {
      const caller = await resolveCaller(context.state, authenticate);
      await quota.count(context.state, caller);
      return caller;
    },
    readJson: (context) => readJsonBody(context.req, z.record(z.string(), z.unknown()), bodies, maxBodyBytes),
  };
}
