import { z } from 'zod';
import type { Authenticate } from '../domain/access/authenticate.ts';
import { admitCaller, type CallerLimits } from '../http/admit-caller.ts';
import { BodyReader } from '../http/body/body-reader.ts';
import { readJsonBody } from '../http/body/request-body.ts';
import { resolveCaller } from '../http/resolve-caller.ts';
import type { GraphqlParts } from './graphql-routes.ts';

/** Bytes of one document with its variables. */
const maxBodyBytes = 64 * 1024;
const bodyBudget = 64 * 1024 * 1024;

/** How a request to GraphQL is let in: known, counted, bounded and read as one to any endpoint is. */
export function graphqlAdmission({
  authenticate,
  ...limits
}: CallerLimits & { readonly authenticate: Authenticate }): Pick<GraphqlParts, 'admit' | 'readJson'> {
  const bodies = new BodyReader(bodyBudget);
  return {
    admit: async (context) => {
      const caller = await resolveCaller(context.state, authenticate);
      await admitCaller(context.state, caller, limits, undefined);
      return caller;
    },
    readJson: (context) => readJsonBody(context.req, z.record(z.string(), z.unknown()), bodies, maxBodyBytes),
  };
}
