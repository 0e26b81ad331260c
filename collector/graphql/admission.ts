import { z } from 'zod';
import { type Identification, resolveCaller } from '../http/access/resolve-caller.ts';
import { BodyReader } from '../http/body/body-reader.ts';
import { compileJsonBody } from '../http/body/request-body.ts';
import { ordinaryJson } from '../http/json-limits.ts';
import { admitCaller, type CallerLimits } from '../http/limits/admit-caller.ts';
import type { GraphqlParts } from './graphql-routes.ts';

/** One document with its variables has these limits. */
const documentLimits = { ...ordinaryJson, bytes: 64 * 1024 };
const bodyBudget = 64 * 1024 * 1024;

/** Admits requests to GraphQL: each is known, counted, bounded and read as one to any endpoint is. */
export function graphqlAdmission({
  authenticate,
  sessions,
  ...limits
}: CallerLimits & Identification): Pick<GraphqlParts, 'admit' | 'readJson'> {
  const bodies = new BodyReader(bodyBudget);
  const readJson = compileJsonBody(z.record(z.string(), z.unknown()), bodies, documentLimits);
  return {
    admit: async (context) => {
      const caller = await resolveCaller(context.state, { authenticate, sessions });
      await admitCaller(context.state, caller, limits, undefined);
      return caller;
    },
    readJson: (context) => readJson(context.state),
  };
}
