/**
 * A message to the thread of the module `policy` is a request or a notice; messages with an id are answered under it.
 */
export type ToPolicyThread =
  | { readonly kind: 'status'; readonly id: number }
  | { readonly kind: 'rollback'; readonly id: number }
  | { readonly kind: 'traffic'; readonly queries: number; readonly hits: number }
  | { readonly kind: 'stop' };

export type FromPolicyThread =
  | { readonly kind: 'started' }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: object };
