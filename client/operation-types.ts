import type { Operations } from './api-types.generated.ts';

/** An operation name is an operation as `METHOD /path`, with placeholders in braces. */
export type OperationName = keyof Operations;
export type AnswerOf<Name extends OperationName> = Operations[Name]['answer'];
export type QueryOf<Name extends OperationName> = Operations[Name]['query'];

type Nothing = Record<never, never>;

/** A property that is absent if the operation has none, and optional if it may be left out. */
type Part<Key extends string, Value> = [Value] extends [undefined]
  ? Nothing
  : undefined extends Value
    ? { readonly [K in Key]?: Value }
    : Nothing extends Value
      ? { readonly [K in Key]?: Value }
      : { readonly [K in Key]: Value };

export interface CallOptions {
  /** Ends the call, waits between attempts included. */
  readonly signal?: AbortSignal;
}

/** A call input holds the parameters, headers and body of one call of an operation. */
export type CallInput<Name extends OperationName> = Part<'params', Operations[Name]['params']> &
  Part<'query', Operations[Name]['query']> &
  Part<'headers', Operations[Name]['headers']> &
  Part<'body', Operations[Name]['body']> &
  CallOptions;

/** The call parameters are the input as an argument list: the input is optional if nothing in it is required. */
export type CallParameters<Name extends OperationName> =
  Nothing extends CallInput<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>];

/** A paged operation is an operation whose answer is a list that pages. */
export type PagedOperation = {
  [Name in OperationName]: NonNullable<QueryOf<Name>> extends infer Query
    ? 'offset' extends keyof Query
      ? Name
      : 'cursor' extends keyof Query
        ? Name
        : never
    : never;
}[OperationName];

/** The key `addresses` stands beside the list in answers whose items name addresses, and is no list of items. */
export const besideItems = 'addresses';
type ListKey<Name extends PagedOperation> = Exclude<keyof AnswerOf<Name>, typeof besideItems>;

/** The item type is the type of the elements in the list of a paged operation. */
export type ItemOf<Name extends PagedOperation> =
  Extract<AnswerOf<Name>[ListKey<Name>], readonly unknown[]> extends readonly (infer Item)[] ? Item : never;
